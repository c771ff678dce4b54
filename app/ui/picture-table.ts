export const PICTURE_TABLE = "";
