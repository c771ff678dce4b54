import type { SeedOf } from "../app/cms/content-type.ts";
import type { noticeType } from "../app/content-types/notice.ts";

/** None. */
export const notice: SeedOf<typeof noticeType> = [{ slug: "notice" }];
