// Items one by one: the picture or text, the annotators' distribution and each method's prediction. Cards are laid out by
// arithmetic, and only those in view exist, so that thousands of items scroll as ten do.
import {colour, onTheme} from "./theme.js";

const kMissing = 65535;
const kScale = 60000;
const kOverscan = 1; // rows above and below those in view

function decode(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return new Uint16Array(bytes.buffer);
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

const shortened = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

// The numbers behind the cards.
class Items {
  constructor(data) {
    this.data = data;
    this.count = data.items.length;
    this.classes = data.classes.length;
    this.p = decode(data.p);
    this.q = data.series.map((series) => decode(series.q));
    this.top = Array.from({length: this.count}, (_, item) => this.highest(this.p, item));
    this.entropy = Float64Array.from({length: this.count}, (_, item) => this.entropyOf(this.p, item));
  }
  value(rows, item, k) { return rows[item * this.classes + k] / kScale; }
  has(series, item) { return this.q[series][item * this.classes] !== kMissing; }
  highest(rows, item) {
    let best = 0;
    for (let k = 1; k < this.classes; ++k) {
      if (rows[item * this.classes + k] > rows[item * this.classes + best]) best = k;
    }
    return best;
  }
  entropyOf(rows, item) { // H / log K
    let sum = 0;
    for (let k = 0; k < this.classes; ++k) {
      const p = this.value(rows, item, k);
      if (p > 0) sum -= p * Math.log(p);
    }
    return this.classes > 1 ? sum / Math.log(this.classes) : 0;
  }
  // Total variation of two rows: 0 the same, 1 no overlap.
  distance(a, b, item) {
    let sum = 0;
    for (let k = 0; k < this.classes; ++k) sum += Math.abs(this.value(a, item, k) - this.value(b, item, k));
    return sum / 2;
  }
  fromPeople(series, item) { return this.has(series, item) ? this.distance(this.p, this.q[series], item) : NaN; }
  // The largest distance between two of the methods shown.
  disagreement(shown, item) {
    let most = NaN;
    for (let i = 0; i < shown.length; ++i) {
      for (let j = 0; j < i; ++j) {
        if (!this.has(shown[i], item) || !this.has(shown[j], item)) continue;
        const distance = this.distance(this.q[shown[i]], this.q[shown[j]], item);
        if (!(distance <= most)) most = distance;
      }
    }
    return most;
  }
}

const format = (value) => (Number.isNaN(value) ? "–" : value.toFixed(2));

class Explorer {
  constructor(root, data, sheet) {
    this.items = new Items(data);
    this.data = data;
    for (const series of data.series) series.name = series.setting ? `${series.method}, ${series.setting}` : series.method;
    this.root = root;
    this.sheet = sheet;
    this.font = getComputedStyle(document.body).fontFamily;
    this.cards = new Map(); // place in the order -> element
    this.shown = data.series.map((_, index) => index).slice(0, data.shown);
    this.build();
    this.update();
    addEventListener("resize", () => this.layOut());
    onTheme(() => { this.clear(); this.layOut(); });
  }

  build() {
    const {data} = this;
    const update = () => this.update();
    const choice = (label, options, value) => {
      const select = element("select", {}, ...options.map(([key, text]) => element("option", {value: key}, text)));
      if (value !== undefined) select.value = value;
      select.addEventListener("change", update);
      return [select, element("label", {}, element("span", {}, label), select)];
    };
    const range = (label, value) => {
      const input = element("input", {type: "range", min: 0, max: 1, step: 0.01, value});
      const told = element("b", {}, format(value)); // not <output>, which the label would be for
      input.addEventListener("input", () => { told.textContent = format(Number(input.value)); update(); });
      return [input, element("label", {}, element("span", {}, label, " ", told), input)];
    };
    let label;
    const filters = element("form", {className: "filters"});
    filters.addEventListener("submit", (event) => event.preventDefault());
    const add = ([control, shown]) => { filters.append(shown); return control; };
    this.search = element("input", {type: "search", placeholder: data.texts ? "name or text" : "name"});
    this.search.addEventListener("input", update);
    label = element("label", {}, element("span", {}, "Search"), this.search);
    filters.append(label);
    this.ofClass = add(choice("Annotators' first choice", [["", "any class"], ...data.classes.map((name, k) => [k, name])]));
    this.least = add(range("Annotators' entropy from", 0));
    this.most = add(range("to", 1));
    const named = data.series.map((series, index) => [index, series.name]);
    if (named.length > 1) this.apart = add(range("Methods apart by at least", 0));
    if (named.length > 0) {
      this.wrong = add(choice("First choice differs from the annotators'", [["", "either way"], ["any", "for some method"], ...named]));
    }
    const orders = [["entropy", "annotators' entropy"]];
    if (named.length > 1) orders.push(["apart", "how far methods are apart"]);
    for (const [index, name] of named) orders.push([`far:${index}`, `distance of ${name} from annotators`]);
    orders.push(["votes", "number of votes"], ["name", "name"]);
    this.order = add(choice("Order by", orders, "entropy"));
    this.way = add(choice("Highest", [["down", "first"], ["up", "last"]]));
    if (named.length > 1) {
      const legend = element("fieldset", {className: "methods"}, element("legend", {}, "Methods shown"));
      named.forEach(([index, name]) => {
        const box = element("input", {type: "checkbox", checked: this.shown.includes(index)});
        box.addEventListener("change", () => {
          this.shown = box.checked ? [...this.shown, index].sort((a, b) => a - b) : this.shown.filter((i) => i !== index);
          this.update();
        });
        const dot = element("i", {className: "dot"});
        dot.style.background = data.series[index].colour;
        legend.append(element("label", {}, box, dot, name));
      });
      filters.append(legend);
    }
    this.status = element("p", {className: "status", role: "status"});
    this.runway = element("div", {className: "runway", role: "list"});
    this.viewport = element("div", {className: "viewport", tabIndex: 0, role: "region"}, this.runway);
    this.viewport.setAttribute("aria-label", "Items");
    this.viewport.addEventListener("scroll", () => requestAnimationFrame(() => this.paint()), {passive: true});
    this.root.replaceChildren(filters, this.status, this.viewport);
  }

  matches(item, text) {
    const {items, data} = this;
    if (this.ofClass.value !== "" && items.top[item] !== Number(this.ofClass.value)) return false;
    const entropy = items.entropy[item];
    if (entropy < Number(this.least.value) || entropy > Number(this.most.value) + 1e-9) return false;
    const apart = Number(this.apart?.value ?? 0);
    if (apart > 0 && !(items.disagreement(this.shown, item) >= apart)) return false;
    const wrong = this.wrong?.value ?? "";
    if (wrong !== "") {
      const of = wrong === "any" ? this.shown : [Number(wrong)];
      if (!of.some((s) => items.has(s, item) && items.highest(items.q[s], item) !== items.top[item])) return false;
    }
    if (text === "") return true;
    const inText = data.texts && data.texts.some((field) => field.values[item].toLowerCase().includes(text));
    return inText || data.items[item].toLowerCase().includes(text);
  }

  key(order) {
    const {items, data} = this;
    if (order === "apart") return (item) => items.disagreement(this.shown, item);
    if (order === "votes") return (item) => data.votes?.[item] ?? NaN;
    if (order.startsWith("far:")) return (item) => items.fromPeople(Number(order.slice(4)), item);
    return (item) => items.entropy[item];
  }

  update() {
    const {items, data} = this;
    const text = this.search.value.trim().toLowerCase();
    const found = [];
    for (let item = 0; item < items.count; ++item) {
      if (this.matches(item, text)) found.push(item);
    }
    const order = this.order.value;
    const way = this.way.value === "down" ? -1 : 1;
    if (order === "name") {
      const names = new Intl.Collator(undefined, {numeric: true});
      found.sort((a, b) => -way * names.compare(data.items[a], data.items[b]));
    } else {
      const key = this.key(order);
      const keys = new Map(found.map((item) => [item, key(item)]));
      const known = (item) => !Number.isNaN(keys.get(item));
      found.sort((a, b) => known(b) - known(a) || (known(a) ? way * (keys.get(a) - keys.get(b)) : 0) || a - b);
    }
    this.found = found;
    this.status.textContent = `${found.length} of ${items.count} items${data.note ? ` (${data.note})` : ""}`;
    this.viewport.scrollTop = 0;
    this.clear();
    this.layOut();
  }

  clear() {
    this.cards.clear();
    this.runway.replaceChildren();
  }

  layOut() {
    const width = this.runway.clientWidth;
    this.columns = Math.max(1, Math.floor(width / 300));
    this.cardWidth = Math.floor(width / this.columns) - 12;
    const chart = (this.shown.length + 1) * this.data.bar + 44;
    this.cardHeight = 44 + (this.data.texts ? 132 : this.data.sheet ? 84 : 12) + chart + 28;
    this.runway.style.height = `${Math.ceil(this.found.length / this.columns) * (this.cardHeight + 12)}px`;
    if (this.cardWidth !== this.lastWidth) this.clear();
    this.lastWidth = this.cardWidth;
    this.paint();
  }

  paint() {
    const pitch = this.cardHeight + 12;
    const top = Math.floor(this.viewport.scrollTop / pitch) - kOverscan;
    const rows = Math.ceil(this.viewport.clientHeight / pitch) + 2 * kOverscan;
    const first = Math.max(0, top * this.columns);
    const last = Math.min(this.found.length, (top + rows + 1) * this.columns);
    for (const [place, card] of this.cards) {
      if (place < first || place >= last) { card.remove(); this.cards.delete(place); }
    }
    const fresh = [];
    for (let place = first; place < last; ++place) {
      if (this.cards.has(place)) continue;
      const card = this.card(this.found[place]);
      card.style.transform =
        `translate(${(place % this.columns) * (this.cardWidth + 12)}px, ${Math.floor(place / this.columns) * pitch}px)`;
      card.style.width = `${this.cardWidth}px`;
      card.style.height = `${this.cardHeight}px`;
      this.cards.set(place, card);
      fresh.push(card);
    }
    this.runway.append(...fresh);
  }

  card(item) {
    const {data, items} = this;
    const first = data.classes[items.top[item]];
    const votes = data.votes ? `${data.votes[item]} votes, ` : "";
    const facts = `${votes}H / log K ${format(items.entropy[item])}`;
    const card = element("article", {className: "card", role: "listitem"});
    card.dataset.item = data.items[item];
    card.setAttribute("aria-label", `${data.items[item]}: annotators say ${first}; ${facts}`);
    card.append(element("h4", {title: data.items[item]}, data.items[item]));
    if (data.sheet) card.append(element("div", {className: "picture"}, this.picture(item), this.facts(item, facts)));
    else if (data.texts) card.append(this.text(item), this.facts(item, facts));
    else card.append(this.facts(item, facts));
    card.append(this.bars(item));
    return card;
  }

  facts(item, facts) {
    const {data, items} = this;
    const list = element("p", {className: "facts"}, `Annotators: ${data.classes[items.top[item]]}`);
    if (data.gold && data.gold[item] >= 0) list.append(element("br"), `Gold: ${data.classes[data.gold[item]]}`);
    list.append(element("br"), facts);
    return list;
  }

  text(item) {
    const block = element("dl", {className: "text", tabIndex: 0});
    for (const field of this.data.texts) {
      if (this.data.texts.length > 1) block.append(element("dt", {}, field.name));
      block.append(element("dd", {}, field.values[item]));
    }
    return block;
  }

  picture(item) {
    const {tile, columns} = this.data.sheet;
    const canvas = element("canvas", {width: tile.width, height: tile.height, role: "img"});
    canvas.setAttribute("aria-label", `picture of ${this.data.items[item]}`);
    this.sheet.then((image) => {
      const x = (item % columns) * tile.width;
      const y = Math.floor(item / columns) * tile.height;
      canvas.getContext("2d").drawImage(image, x, y, tile.width, tile.height, 0, 0, tile.width, tile.height);
    });
    return canvas;
  }

  // A row of bars for the annotators and for each method, over the same classes; drawn, since a card of elements for
  // every bar would be slow to scroll.
  bars(item) {
    const {data, items} = this;
    const settings = new Set(this.shown.map((s) => data.series[s].setting));
    const rows = [{name: "annotators", colour: colour("ink"), values: items.p}];
    for (const s of this.shown) {
      const series = data.series[s];
      if (!items.has(s, item)) continue;
      rows.push({name: settings.size > 1 ? series.name : series.method, colour: series.colour, values: items.q[s]});
    }
    const width = this.cardWidth - 24;
    const height = rows.length * data.bar + 44;
    const scale = window.devicePixelRatio || 1;
    const canvas = element("canvas", {width: Math.ceil(width * scale), height: Math.ceil(height * scale), className: "bars", role: "img"});
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    canvas.setAttribute("aria-label", this.spoken(item, rows));
    const aside = 84;
    const step = (width - aside) / items.classes;
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    const [quiet, line] = [colour("quiet"), colour("line")];
    pen.font = `11px ${this.font}`;
    pen.textAlign = "right";
    rows.forEach((row, r) => {
      const base = (r + 1) * data.bar;
      pen.fillStyle = quiet;
      pen.fillText(shortened(row.name, 13), aside - 6, base - 4);
      pen.fillStyle = line;
      pen.fillRect(aside, base, width - aside, 1);
      pen.fillStyle = row.colour;
      for (let k = 0; k < items.classes; ++k) {
        const size = items.value(row.values, item, k) * (data.bar - 5);
        pen.fillRect(aside + (k + 0.1) * step, base - size, Math.max(1, step * 0.8), size);
      }
    });
    if (items.classes <= 24) {
      pen.font = `10px ${this.font}`;
      pen.fillStyle = quiet;
      data.classes.forEach((name, k) => {
        pen.save();
        pen.translate(aside + (k + 0.5) * step + 3, rows.length * data.bar + 10);
        pen.rotate(-Math.PI / 4);
        pen.fillText(shortened(name, 9), 0, 0);
        pen.restore();
      });
    }
    canvas.addEventListener("mousemove", ({offsetX, offsetY}) => {
      const row = rows[Math.floor(offsetY / data.bar)];
      const k = Math.floor((offsetX - aside) / step);
      const known = row !== undefined && k >= 0 && k < items.classes;
      canvas.title = known ? `${row.name}: ${data.classes[k]} ${items.value(row.values, item, k).toFixed(3)}` : "";
    });
    return canvas;
  }

  spoken(item, rows) {
    return rows.map((row) => {
      const k = this.items.highest(row.values, item);
      return `${row.name} ${this.data.classes[k]} ${this.items.value(row.values, item, k).toFixed(2)}`;
    }).join("; ");
  }
}

export function startExplorers() {
  for (const root of document.querySelectorAll(".explorer")) {
    const begin = () => {
      const data = JSON.parse(document.getElementById(`items-${root.dataset.explorer}`).textContent);
      const bytes = data.sheet && Uint8Array.from(atob(data.sheet.png), (character) => character.charCodeAt(0));
      const sheet = bytes && createImageBitmap(new Blob([bytes], {type: "image/png"}));
      new Explorer(root, data, sheet);
      root.dataset.drawn = "yes";
    };
    const near = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      near.disconnect();
      begin();
    }, {rootMargin: "800px"});
    near.observe(root);
  }
}
