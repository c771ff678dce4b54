import { describe, expect, it } from "vitest";
import { classesOf, parseSheet, usedStyles } from "./used-styles.ts";

const used = (css: string, html: string) => usedStyles(parseSheet(css), classesOf(html));

describe("the styles that a document uses", () => {
  it("are the rules for its elements and classes, in their order", () => {
    const css = "a{top:0}.red{color:red}.blue{color:blue}[open] .red,.blue .red{top:1px}";
    expect(used(css, '<p class="red">')).toBe("a{top:0}.red{color:red}[open] .red{top:1px}");
    expect(used(css, '<p class="blue red">')).toBe(css);
  });

  it("are found by class names with special characters", () => {
    const css = String.raw`.w-1\/2{width:50%}.\[\&\>p\]\:m-0>p{margin:0}.\31 st{top:0}.md\:p-1{padding:1px}`;
    expect(used(css, '<p class="w-1/2 [&amp;&gt;p]:m-0 1st md:p-1">')).toBe(css);
    expect(used(css, "<p>")).toBe("");
  });

  it("don't depend on classes inside parentheses, which may be alternatives", () => {
    const css = ".a:is(.b,.c){top:0}.a:not(.d){top:1px}";
    expect(used(css, '<p class="a">')).toBe(css);
  });

  it("have no empty groups, but all layers in their order", () => {
    const css = "@layer one,two;@layer one{.a{top:0}}@media print{.a{top:0}}@supports (top:0){@media print{.b{top:0}}}";
    expect(used(css, '<p class="b">')).toBe("@layer one,two;@layer one{}@supports (top:0){@media print{.b{top:0}}}");
  });

  it("have unchanged fonts, animations and strings", () => {
    const css = '@font-face{src:url(data:font/woff2;base64,ab{c})}@keyframes turn{to{top:0}}p:before{content:"}.a{"}';
    expect(used(`/*! a { note; */${css}`, "<p>")).toBe(css);
  });
});
