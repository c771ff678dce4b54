import { expect, it } from "vitest";
import { missingReport } from "./package-audit.ts";

it("distinguishes an unreachable registry from a report of vulnerabilities", () => {
  expect(missingReport('{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":""}}')).toBe(
    "405 Method Not Allowed",
  );
  expect(missingReport('{"error":{"code":"ENOTFOUND","summary":"request failed"}}')).toBe("request failed");
  expect(missingReport("")).toBe("npm printed nothing");
  expect(missingReport('{"auditReportVersion":2,"vulnerabilities":{"a":{"severity":"high"}}}')).toBeUndefined();
  expect(missingReport('{"invalid":[{"name":"a"}],"missing":[]}')).toBeUndefined();
});
