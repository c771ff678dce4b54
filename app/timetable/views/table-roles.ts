/**
 * The roles of a table's parts, to be stated explicitly: its rows are laid out as grids, and some browsers drop the
 * semantics of a table when `display` is changed.
 */
export const TABLE = { role: "table" } as const;
export const GROUP = { role: "rowgroup" } as const;
export const ROW = { role: "row" } as const;
export const HEAD = { role: "columnheader", scope: "col" } as const;
export const ROW_HEAD = { role: "rowheader", scope: "row" } as const;
export const CELL = { role: "cell" } as const;
