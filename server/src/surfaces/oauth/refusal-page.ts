import { html } from "../transport/html.ts"
import type { OAuthError } from "./oauth-error.ts"

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
}

/**
 * The page for an authorization request that cannot be sent back to its client. It needs no other file, because the
 * authorization server has neither scripts nor styles on a host of its own.
 */
export function refusalPage({ message }: OAuthError, brandName: string) {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>This app cannot be connected · ${brandName}</title>
</head>
<body>
<main>
<h1>This app cannot be connected</h1>
<p>It asked in a way that ${brandName} does not accept, so you were not sent back to it, and nothing was allowed.</p>
<p>For its developers: ${message}</p>
</main>
</body>
</html>
`
  return { html: page.markup, headers }
}
