import type { IncomingMessage } from "node:http"

/**
 * Words with which programs describe themselves: crawlers, link previews, mail scanners and proxies, monitors. Names of
 * companies whose apps have a browser are not among them. Tools that people run (curl, wget) count as clicks.
 */
const describesRobot = new RegExp(
  [
    "(?<!cu)bot(?!h)", // Googlebot, Slackbot, Discordbot, bingbot …; CUBOT is a telephone
    "crawl|spider|slurp|scrap(?!book)|fetch|unfurl|onebox|embedder|url ?lookup",
    "preview", // BingPreview, SkypeUriPreview, Google Web Preview …
    "https?://|[\\w.+-]@[a-z][\\w-]*\\.[a-z]", // the address of an explanation, or of its operator
    "facebookexternalhit|facebookcatalog|facebookplatform|meta-external|cardyb|xing-content",
    "embedly|iframely|vkshare|outbrain|mediapartners|apis-google|google-[a-z]|google favicon|googleother",
    "ahrefs|semrush|dataforseo|chatgpt-user|oai-search|claude-|anthropic|perplexity-|cohere-",
    "headless|phantomjs|lighthouse|pagespeed|gtmetrix",
    "uptime|pingdom|pinger|synthetics|link ?sleuth|linkwalker|statuscake|monitor|nagios|zabbix|site24x7",
    "ia_archiver|archivebox|virustotal|urlscan|safelinks|barracuda|mimecast|proofpoint",
    "validator|link ?check|nutch|heritrix|transcoder",
    "^microsoft|ms-?office|microsoft outlook|skype for business|^outlook", // Office opens a link before the browser does
    "(?:image|img|e?mail|asset)[ -]?proxy|ggpht\\.com|yahoocachesystem|content-sampling|\\bcamo\\b|^mozilla/\\d\\.\\d$",
  ].join("|"),
  "i",
)

/** Without a browser's engine, these are apps and services that look at an address for a preview, or for its check. */
const looksAhead = new RegExp(
  [
    "^(?:bluesky|chatwork|confluence|discord|discourse|disqus|evernote|facebook|feedly|flipboard|google|hatena|instagram)",
    "^(?:kakaotalk|linkedin|mastodon|messenger|misskey|notion|pinterest|pleroma|quora|reddit|rocket\\.?chat|skype|slack)",
    "^(?:snapchat|substack|telegram|tiktok|trello|tumblr|twitter|viber|webexteams|wechat|whatsapp)",
    "^(?:asana|jira|line|medium|signal|teams|threads|wire|zoom)\\b",
    "cfnetwork/|\\bdalvik/|\\bokhttp|scan|check|feed|parser|archiv|index",
  ].join("|"),
  "i",
)
const hasBrowser = /applewebkit|gecko\/|trident|msie|presto/i

const ahead = /prefetch|prerender|preview/i

/** Whether a request is a person's click: no HEAD, no prefetch of a browser, no robot, and no app's preview. */
export function isClick({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  if (method !== "GET") return false
  const purposes = [headers["sec-purpose"], headers.purpose, headers["x-purpose"], headers["x-moz"]]
  if (purposes.some((purpose) => ahead.test(String(purpose)))) return false
  const { "user-agent": userAgent = "" } = headers
  return !describesRobot.test(userAgent) && (hasBrowser.test(userAgent) || !looksAhead.test(userAgent))
}
