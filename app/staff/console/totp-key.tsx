import type { QrCode } from "../qr.ts";

/** The key of an authenticator app: a link for the phone that has the app, a QR code for another one, and as text. */
export function TotpKey({ secret, uri, qr }: { secret: string; uri: string; qr: QrCode }) {
  return (
    <>
      <p className="only-narrow w-full">
        <a className="button ink w-full" href={uri}>
          Open the authenticator app
        </a>
      </p>
      <div className="qr-row">
        <div className="only-wide">
          <QrPicture qr={qr} />
        </div>
        <div className="grid gap-2">
          <p className="font-bold">Or type this key</p>
          <p className="key">{secret.match(/.{1,4}/g)?.join(" ")}</p>
          <details className="only-narrow">
            <summary className="link whitespace-normal">The app is on another phone: show the QR code</summary>
            <QrPicture qr={qr} />
          </details>
          <p className="help only-wide">
            Scan the picture with an app such as Google Authenticator, Aegis or 1Password, or type the key into it.
          </p>
        </div>
      </div>
    </>
  );
}

function QrPicture({ qr: { size, path } }: { qr: QrCode }) {
  return (
    <div className="qr">
      <svg role="img" aria-label="QR code with the key" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
        <path d={path} fill="#0b0b0c" />
      </svg>
    </div>
  );
}
