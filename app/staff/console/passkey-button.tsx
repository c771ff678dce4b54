import { useState } from "react";
import { useSubmit } from "react-router";
import { useHydrated } from "../../ui/use-hydrated.ts";

type PasskeyRequest =
  | { kind: "make"; options: PublicKeyCredentialCreationOptionsJSON }
  | { kind: "use"; options: PublicKeyCredentialRequestOptionsJSON };

/** Whether this browser supports passkeys with options in JSON, as all current browsers have since 2025. */
function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === "function" && typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function"
  );
}

/** The fields of a credential's response. A new passkey and a used one have different fields. */
const RESPONSE_FIELDS = ["clientDataJSON", "attestationObject", "authenticatorData", "signature"] as const;

type BrowserCredential = {
  rawId: ArrayBuffer;
  response: Partial<Record<(typeof RESPONSE_FIELDS)[number], ArrayBuffer>> & { getTransports?: () => string[] };
};

/** A credential as JSON, field by field: the `toJSON` of some password managers is missing, throws or returns nothing. */
function credentialJson({ rawId, response }: BrowserCredential): string {
  const fields = RESPONSE_FIELDS.flatMap((name) => {
    const bytes = response[name];
    return bytes ? [[name, base64url(bytes)]] : [];
  });
  return JSON.stringify({
    id: base64url(rawId),
    rawId: base64url(rawId),
    type: "public-key",
    clientExtensionResults: {},
    response: { ...Object.fromEntries(fields), transports: response.getTransports?.() ?? [] },
  });
}

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function requestPasskey(request: PasskeyRequest): Promise<string> {
  const credential =
    request.kind === "make"
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(request.options),
        })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(request.options),
        });
  if (credential === null) throw new Error("The browser returned no credential");
  // The request was for a passkey, so no other kind of credential comes back.
  return credentialJson(credential as Credential & BrowserCredential);
}

function messageFor(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "InvalidStateError") return "This device already has a passkey for your account.";
  if (name === "SecurityError") return "Passkeys don’t work at this address. Open the site at its own address.";
  return "No passkey was received. Try again, or use another method.";
}

type PasskeyButtonProps = { request: PasskeyRequest; className?: string; children: string };

/** Asks the browser for a passkey and posts it to the page. Rendered only with JavaScript, which passkeys need. */
export function PasskeyButton({ request, className = "link", children }: PasskeyButtonProps) {
  const submit = useSubmit();
  const isHydrated = useHydrated();
  const [problem, setProblem] = useState("");
  const [isAsking, setAsking] = useState(false);
  if (!isHydrated || !hasPasskeys()) return null;

  async function start(): Promise<void> {
    setAsking(true);
    setProblem("");
    try {
      await submit({ passkey: await requestPasskey(request) }, { method: "post" });
    } catch (error) {
      setProblem(messageFor(error));
    } finally {
      setAsking(false);
    }
  }

  return (
    <>
      <button type="button" className={className} aria-disabled={isAsking} onClick={() => !isAsking && void start()}>
        {children}
      </button>
      <span role="alert" className="error">
        {problem}
      </span>
    </>
  );
}
