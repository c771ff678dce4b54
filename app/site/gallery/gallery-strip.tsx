import { href, Link } from "react-router";
import { type PhotoView, Picture } from "../../ui/picture.tsx";

/** The home page's strip of pictures, not shown on very small screens (specification, section 1). */
export function GalleryStrip({ pictures }: { pictures: readonly PhotoView[] }) {
  return (
    <section data-gallery-strip="" aria-label="Gallery" className="bg-ink max-[29.99rem]:hidden">
      <ul className="grid grid-cols-5 gap-1">
        {pictures.map((photo) => (
          <li key={photo.file}>
            <Link
              to={href("/gallery/page-1")}
              className="group/card relative block overflow-hidden focus-visible:-outline-offset-4"
            >
              <Picture
                photo={photo}
                sizes="20vw"
                aspect={1}
                className="transition-transform duration-500 group-hover/card:scale-106"
              />
              <div
                aria-hidden="true"
                className="shuka absolute inset-x-0 bottom-0 h-2 origin-left scale-x-0 transition-transform duration-300 group-hover/card:scale-x-100 group-focus-visible/card:scale-x-100"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
