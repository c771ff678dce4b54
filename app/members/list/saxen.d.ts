/** Of the parser what this site uses: the package has no types. */
declare module "saxen" {
  export class Parser {
    on(
      event: "openTag" | "closeTag",
      hear: (name: string, attributes: () => Record<string, string>, decode: (text: string) => string) => void,
    ): this;
    on(event: "text", hear: (text: string, decode: (text: string) => string) => void): this;
    on(event: "cdata", hear: (text: string) => void): this;
    on(event: "error", hear: (error: Error) => void): this;
    parse(xml: string): unknown;
  }
}
