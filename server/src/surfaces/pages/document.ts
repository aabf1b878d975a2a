import { tooOldWords } from "#contract/browsers.ts"
import type { House } from "#contract/pages/house.ts"
import { type Html, html, jsonForScript } from "../transport/html.ts"
import type { DocumentAssets } from "./built-pages.ts"
import { manifestPath } from "./install/manifest.ts"

export interface Head {
  title: string
  description?: string
  /** The content of link previews: the page's address, and the address of its preview card. */
  preview?: { url: string; cardUrl: string }
  /** The page's only address, where it has several. */
  canonical?: string
  feed?: { path: string; title: string }
  /** JSON-LD about the page's content. */
  linkedData?: object
  /** Search engines may not list it, although it is public. */
  isUnlisted?: boolean
  isInstallable?: boolean
  isPrivate: boolean
  onwards?: string
}

export interface Contents {
  head: Head
  house: House
  body: Html
  /** The initial data of the page's island; absent without one. */
  island: object | undefined
}

/** Writes the document of a page: its HTML, its scripts and style by nonce, and nothing inline. */
export function renderDocument({ head, house, body, island }: Contents, assets: DocumentAssets, nonce: string): string {
  const data =
    island &&
    html`<script type="application/json" id="page-data" nonce="${nonce}">${jsonForScript({ house, data: island })}</script>`
  const account = house.visitor && html` data-account="${house.visitor.accountId}"`
  const isChosen = house.theme !== "system"
  const chosen = isChosen ? html` data-theme="${house.theme}"` : ""
  return html`<!doctype html>
<html lang="en" data-busy="scripts" data-locale="${house.locale}"${chosen}${account ?? ""}${head.isPrivate ? "" : html` data-offers-tools`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1${head.isInstallable ? asApp : ""}">
<meta name="color-scheme" content="${isChosen ? house.theme : "light dark"}">
<meta property="csp-nonce" nonce="${nonce}">
<title>${head.title} · ${house.brandName}</title>
${describe(head, house.brandName)}${linkTags(head)}${
  head.onwards === undefined
    ? ""
    : html`
<noscript><meta http-equiv="refresh" content="0; url=${head.onwards}"></noscript>`
}
<link rel="icon" type="image/svg+xml" href="${assets.icon}">
${head.isInstallable ? installTags : ""}<link rel="stylesheet" href="${assets.style}" nonce="${nonce}">
${assets.preloads.map((href) => html`<link rel="modulepreload" href="${href}" fetchpriority="${assets.scriptPriority}" nonce="${nonce}">`)}
${assets.scripts.map((src) => html`<script type="module" src="${src}" fetchpriority="${assets.scriptPriority}" nonce="${nonce}"></script>`)}
</head>
<body>
${data ? tooOld : ""}${body}
${data ?? ""}${head.onwards === undefined ? "" : leadTo(head.onwards, nonce)}
${head.linkedData ? html`<script type="application/ld+json" nonce="${nonce}">${jsonForScript(head.linkedData)}</script>` : ""}
</body>
</html>
`.markup
}

/** Leaves once, when the page has loaded: a page that stays behind, for an app's own scheme, stays whole. */
function leadTo(address: string, nonce: string): Html {
  return html`<script nonce="${nonce}">Promise.race([
  new Promise((loaded) => addEventListener("load", loaded)),
  new Promise((late) => setTimeout(late, 2000)),
]).then(() => location.replace(${jsonForScript(address)}))</script>`
}

/** The notice of pages that need scripts. Browsers that run them hide it by a style (`web/src/kit/tokens.css`). */
const tooOld = html`<p data-too-old>${tooOldWords}</p>
`

/** A phone's keyboard shrinks the page instead of covering a focused field; the page fills the whole screen. */
const asApp = ", viewport-fit=cover, interactive-widget=resizes-content"

/** The colours equal `--canvas` in `web/src/kit/tokens.css`. */
const installTags = html`<link rel="manifest" href="${manifestPath}">
<link rel="apple-touch-icon" href="/icons/192.png">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f2">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#171512">
`

function linkTags({ canonical, feed }: Head): Html {
  const feedTag =
    feed && html`\n<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${feed.path}">`
  return html`${canonical ? html`\n<link rel="canonical" href="${canonical}">` : ""}${feedTag ?? ""}`
}

function describe({ title, description, preview, isPrivate, isUnlisted }: Head, brandName: string): Html {
  return html`${description ? html`<meta name="description" content="${description}">` : ""}${
    isPrivate || isUnlisted ? html`<meta name="robots" content="noindex">` : ""
  }${
    isPrivate ? "" : html`<link rel="ai-catalog" href="/.well-known/ai-catalog.json">`
  }${preview ? previewTags({ title, description: description ?? "", ...preview }, brandName) : ""}`
}

interface Preview {
  title: string
  description: string
  url: string
  cardUrl: string
}

/** The Open Graph protocol (https://ogp.me), and the one additional tag that X needs. */
function previewTags({ title, description, url, cardUrl }: Preview, brandName: string): Html {
  return html`
<meta property="og:type" content="website">
<meta property="og:site_name" content="${brandName}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${cardUrl}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">`
}
