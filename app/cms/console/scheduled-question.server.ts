/** The question about a change with a date that is about the same fields as a form. */

import type { Services } from "../../platform/services.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import type { ContentType } from "../content-type.ts";
import type { ScheduledDifference } from "../editing/editing-types.ts";
import type { ScheduledChoice } from "../editing/scheduled-merge.ts";
import type { Values } from "../editing/stored-body.ts";
import { readDifferences } from "./difference-views.server.ts";
import type { ScheduledQuestion } from "./scheduled-question.tsx";

/** What was chosen about it; undefined when nothing was asked yet. */
export function scheduledChoice(text: string | undefined): ScheduledChoice | undefined {
  return text === "keep" || text === "replace" ? text : undefined;
}

/** The question about it. @param written what the form says */
export async function askAboutScheduled(
  services: Services,
  type: ContentType,
  { dueAt, by, values, fields }: ScheduledDifference,
  written: Values,
  { isLater }: { isLater: boolean },
): Promise<ScheduledQuestion> {
  const stored: Values = JSON.parse(JSON.stringify(written));
  const differences = await readDifferences(services, type, values, stored);
  return {
    due: shortMoment(new Date(dueAt), services.now()),
    by,
    isLater,
    differences: differences.filter(({ field }) => fields.includes(field)),
  };
}
