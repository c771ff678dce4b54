import { listEntries } from "../content/entries.server.ts";
import { type Partner, partnerType, type Testimonial, testimonialType } from "../content/types/testimonial.ts";
import type { Services } from "../platform/services.ts";

/** What members say, in order. */
export function listTestimonials(services: Services): Promise<readonly Testimonial[]> {
  return listEntries(services, testimonialType);
}

/** The partners of the logo row, in order. */
export function listPartners(services: Services): Promise<readonly Partner[]> {
  return listEntries(services, partnerType);
}
