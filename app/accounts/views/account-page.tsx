/** What all pages of an account have: their share picture, and the way back. */
import { href, Link } from "react-router";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { LINK } from "../../ui/link-styles.ts";

type Site = Parameters<typeof pageMeta>[0];

export function accountMeta(site: Site, page: { title: string; description: string; path: string }) {
  const shareAlt = "A man swings a kettlebell to shoulder height between red light tubes.";
  return pageMeta(site, { ...page, share: "account", shareAlt });
}

export function BackToAccount() {
  return (
    <p className="mt-4">
      <Link to={href("/account")} className={LINK}>
        Back to your account
      </Link>
    </p>
  );
}
