// Tables that sort by a column: its head becomes a button; numbers are compared by their full value.
const keyOf = (row, index) => {
  const cell = row.cells[index];
  return cell.dataset.value === undefined ? cell.textContent.trim() : Number(cell.dataset.value);
};

function compare(a, b) {
  const empty = (key) => key === "" || Number.isNaN(key);
  if (empty(a) || empty(b)) return empty(a) - empty(b); // what is not known comes last, either way
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), undefined, {numeric: true});
}

function sortBy(table, head, index) {
  const down = head.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.querySelectorAll("th")) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => ({row, key: keyOf(row, index)}));
  rows.sort((a, b) => {
    const order = compare(a.key, b.key);
    const known = typeof a.key !== "number" || (!Number.isNaN(a.key) && !Number.isNaN(b.key));
    return down && known ? -order : order;
  });
  body.append(...rows.map(({row}) => row));
}

export function startTables() {
  for (const table of document.querySelectorAll("table.data")) {
    const heads = table.tHead.rows[0].cells;
    [...heads].forEach((head, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.title = "Sort by this column";
      head.append(button);
      button.addEventListener("click", () => sortBy(table, head, index));
    });
  }
}
