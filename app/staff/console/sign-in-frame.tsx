import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { Logo } from "../../ui/logo.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";

/** The frame of the pages before the console: a bar on phones, a picture at the left of wide screens. */
export function SignInFrame({ photo, children }: { photo: PhotoView | undefined; children: ReactNode }) {
  return (
    <div className="sign-in-page">
      <header className="top-bar">
        <SiteLogo />
      </header>
      <header className="side-pic">
        <SiteLogo />
        {photo && <Picture photo={photo} sizes="(width >= 1000px) 50vw, 1px" decorative />}
      </header>
      <main id="main" tabIndex={-1} className="in">
        {children}
      </main>
    </div>
  );
}

function SiteLogo() {
  return (
    <Link to={href("/")} reloadDocument aria-label="Nguvu, the website" className="logo">
      <Logo />
    </Link>
  );
}
