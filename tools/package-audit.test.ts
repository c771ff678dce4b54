import { expect, it } from "vitest";
import { noReportReason } from "./package-audit.ts";

it("distinguishes an unreachable registry from a report of vulnerabilities", () => {
  expect(noReportReason('{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":""}}')).toBe(
    "405 Method Not Allowed",
  );
  expect(noReportReason('{"error":{"code":"ENOTFOUND","summary":"request failed"}}')).toBe("request failed");
  expect(noReportReason("")).toBe("npm printed nothing");
  expect(noReportReason('{"auditReportVersion":2,"vulnerabilities":{"a":{"severity":"high"}}}')).toBeUndefined();
  expect(noReportReason('{"invalid":[{"name":"a"}],"missing":[]}')).toBeUndefined();
});
