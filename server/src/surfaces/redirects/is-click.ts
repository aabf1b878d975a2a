import type { IncomingMessage } from "node:http"

/** Programs: crawlers, link previews, mail scanners, monitors. Tools that people run (curl, wget) count as clicks. */
const robots = new RegExp(
  [
    "(?<!cu)bot(?!h)", // Googlebot, Slackbot, Discordbot, bingbot …; CUBOT is a telephone
    "crawl",
    "spider",
    "slurp",
    "scrap(er|y)",
    "preview", // BingPreview, SkypeUriPreview, Google-Read-Aloud's kin
    "facebookexternalhit|facebookcatalog|meta-external",
    "whatsapp|viber|snapchat|bluesky|mastodon|pleroma|misskey",
    "embedly|iframely|vkshare|pinterest/|outbrain|quora link",
    "mediapartners|apis-google|google-(inspection|read-aloud|safety|extended)|feedfetcher|feedly",
    "ahrefs|semrush|baidu|sogou|yandex(?!search)|bytespider|petal|dataforseo",
    "gptbot|chatgpt-user|oai-search|claude-|anthropic|perplexity|ccbot|cohere",
    "headless|phantomjs|lighthouse|pagespeed|gtmetrix",
    "uptime|pingdom|statuscake|monitor|nagios|zabbix|site24x7",
    "archive\\.org|ia_archiver|virustotal|urlscan|safelinks|barracuda|mimecast|proofpoint",
    "validator|linkcheck|link check|nutch|heritrix",
  ].join("|"),
  "i",
)

const ahead = /prefetch|prerender|preview/i

/** Whether a request is a person's click: no HEAD, no prefetch of a browser, and no robot. */
export function isClick({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  if (method !== "GET") return false
  const purposes = [headers["sec-purpose"], headers.purpose, headers["x-purpose"], headers["x-moz"]]
  if (purposes.some((purpose) => ahead.test(String(purpose)))) return false
  return !robots.test(headers["user-agent"] ?? "")
}
