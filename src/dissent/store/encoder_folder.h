// An encoder of texts as Hugging Face keeps it: a folder with config.json, safetensors and a tokenizer. Its
// hash is a content address, part of the identity of what is trained on its features.
#pragma once

#include <filesystem>
#include <string>

namespace dissent {

struct EncoderFolder {
  std::filesystem::path folder;
  std::filesystem::path config;     // config.json
  std::filesystem::path weights;    // model.safetensors, or the only .safetensors of the folder
  std::filesystem::path tokenizer;  // tokenizer.json, else vocab.txt
  std::string hash;                 // 64 hexadecimal digits, of all three
  std::string tokenizer_hash;       // of the tokenizer alone
};

// A name that `dissent data get` knows (minilm; ./minilm is a folder), or a folder. What is missing is an
// error that names it. The files are hashed once a process.
EncoderFolder encoder_folder(const std::string& name_or_path);

}  // namespace dissent
