namespace dissent {
int data_room();
int data_room() {
  return 0;
}
}  // namespace dissent
