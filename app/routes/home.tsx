import { listFeaturedClasses } from "../classes/classes.server.ts";
import { listGalleryPictures } from "../gallery/gallery-pictures.server.ts";
import { listPlans } from "../pricing/plans.server.ts";
import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../site/page-meta.ts";
import { findPlacePictures } from "../site/settings.server.ts";
import { listPartners, listTestimonials } from "../testimonials/testimonials.server.ts";
import { listTrainers } from "../trainers/trainers.server.ts";
import type { Route } from "./+types/home";

const STRIP_PICTURES = 5;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: "We Will Give You Strength and Health",
    description:
      "A gym in Nairobi with expert trainers and nutritionists, classes every day of the week and prices that are community friendly.",
    origin: matches[0].loaderData.origin,
    path: "/",
    share: "home",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [pictures, featured, trainers, testimonials, partners, gallery, plans] = await Promise.all([
    findPlacePictures(services, ["hero", "hero-portrait", "about", "why-choose-us", "cta", "testimonial"]),
    listFeaturedClasses(services),
    listTrainers(services),
    listTestimonials(services),
    listPartners(services),
    listGalleryPictures(services),
    listPlans(services),
  ]);
  const strip = gallery.slice(-STRIP_PICTURES).map(({ photo }) => photo);
  return { pictures, featured, trainers, testimonials, partners, strip, plans };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <main>
      <h1>Nguvu</h1>
      <p>{loaderData.featured.length} classes</p>
    </main>
  );
}
