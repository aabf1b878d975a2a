const circle = "M8 14.25a6.25 6.25 0 1 0 0-12.5 6.25 6.25 0 0 0 0 12.5z"
const tiles = "M2.25 2.25h4.5v4.5h-4.5zM9.25 2.25h4.5v4.5h-4.5zM2.25 9.25h4.5v4.5h-4.5zM9.25 9.25h4.5v4.5h-4.5z"
const plug = "M5.25 1.75v3.5M10.75 1.75v3.5M3.25 5.25h9.5v2a4.75 4.75 0 0 1-9.5 0zM8 12v2.25"
const asked = `${circle}M6.2 6.4a1.8 1.8 0 1 1 2.65 1.55c-.6.35-.85.65-.85 1.2M8 11.4h.01`

/** The SVG path of each route's icon by route id, in a square of 16. */
const lines: Readonly<Record<string, string>> = {
  overview: tiles,
  assistant: "M7 1.75l1.4 3.85L12.25 7 8.4 8.4 7 12.25 5.6 8.4 1.75 7 5.6 5.6zM12.5 10.5v3.5M10.75 12.25h3.5",
  links:
    "M6.75 9.25a2.5 2.5 0 0 0 3.54 0l2.2-2.2a2.5 2.5 0 0 0-3.54-3.54l-.9.9M9.25 6.75a2.5 2.5 0 0 0-3.54 0l-2.2 2.2a2.5 2.5 0 0 0 3.54 3.54l.9-.9",
  drive: "M1.75 12.75v-9.5h4.5l1.5 2h6.5v7.5z",
  docs: "M3.25 1.75h6l3.5 3.5v9h-9.5zM9.25 1.75v3.5h3.5M5.75 8.5h4.5M5.75 11.25h4.5",
  offers: "M8.25 1.75h6v6l-6.5 6.5-6-6zM11.25 4.75h.01",
  purchases: "M3.25 14.25V1.75h9.5v12.5l-2.4-1.5-2.35 1.5-2.35-1.5zM5.75 5.25h4.5M5.75 8.25h4.5",
  "gift-codes":
    "M2.75 7.75h10.5v6.5H2.75zM1.75 4.75h12.5v3H1.75zM8 4.75v9.5M8 4.75c-3 0-3.75-3-2-3s2 3 2 3 .25-3 2-3 1 3-2 3z",
  "unclear-money": asked,
  team: "M6 7.25a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.75 13.75c0-2.3 1.9-4 4.25-4s4.25 1.7 4.25 4M10.75 2.5a2.5 2.5 0 0 1 0 4.5M12 9.9c1.4.6 2.25 2 2.25 3.85",
  "team-time": `${circle}M8 4.5V8l2.25 1.5`,
  "chat-commands": "M1.75 2.75h12.5v8.5H7l-3.25 2.5v-2.5h-2zM5 7h.01M8 7h.01M11 7h.01",
  settings:
    "M1.75 4.75h5M11.25 4.75h3M9 7a2.25 2.25 0 1 0 0-4.5A2.25 2.25 0 0 0 9 7zM1.75 11.25h2M8.25 11.25h6M6 13.5A2.25 2.25 0 1 0 6 9a2.25 2.25 0 0 0 0 4.5z",
  domains: `${circle}M1.75 8h12.5M8 1.75C10 3.55 10.9 5.65 10.9 8s-.9 4.45-2.9 6.25C6 12.45 5.1 10.35 5.1 8S6 3.55 8 1.75z`,
  "assistant-settings":
    "M8 1.75l5.25 2v4c0 3-2.1 5.2-5.25 6.5-3.15-1.3-5.25-3.5-5.25-6.5v-4zM5.5 7.9l1.75 1.75L10.5 6.4",
  "connected-apps": plug,
  "tool-servers":
    "M9.9 2.1a3.4 3.4 0 0 0-4 4.6L1.9 10.7a1.7 1.7 0 0 0 2.4 2.4l4-4a3.4 3.4 0 0 0 4.6-4L10.7 7.3 8.7 6.9 8.3 4.9z",
  "seller-page":
    "M2.75 1.75h10.5l1 4a2 2 0 0 1-4 0 2.25 2.25 0 0 1-4.5 0 2 2 0 0 1-4 0zM2.75 8v6.25h10.5V8M6.25 14.25v-3.5h3.5v3.5",
  webhooks:
    "M8 6.75a2.5 2.5 0 1 0-2.4-3.2M8 6.75 5.5 11M8 6.75l2.6 4.5M5.25 11.5a2.5 2.5 0 1 1-3-2.4M10.75 9.2a2.5 2.5 0 1 1-.15 4.4",
  payouts: "M1.75 3.25h12.5v9.5H1.75zM1.75 6.5h12.5M4.5 10H7",
  "account/profile": "M8 7.75a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.25 14.25c0-2.6 2.6-4.25 5.75-4.25s5.75 1.65 5.75 4.25",
  "account/notifications":
    "M3.25 11.75h9.5c-1-1.1-1.25-2.2-1.25-4.75a3.5 3.5 0 0 0-7 0c0 2.55-.25 3.65-1.25 4.75zM6.75 11.75a1.25 1.25 0 0 0 2.5 0M8 3.5V2.25",
  "account/connections": plug,
  "account/purchases": "M2.75 5.25h10.5l.75 9H2zM5.5 7.5V4.25a2.5 2.5 0 0 1 5 0V7.5",
  more: "M3.25 8h.01M8 8h.01M12.75 8h.01",
  "operator/overview": tiles,
  "operator/reports": "M3.25 14.25V1.75M3.25 2.75h9.5l-2 3.25 2 3.25h-9.5",
  "operator/money": asked,
  "operator/jobs": "m8 2.25 6.25 11.5H1.75zM8 6.5v3.25M8 11.75h.01",
  "operator/mails": "M1.75 3.5h12.5v9H1.75zM2 4l6 4.75L14 4",
  "operator/workspaces": "M1.75 5 8 1.75 14.25 5 8 8.25zM1.75 8 8 11.25 14.25 8M1.75 11 8 14.25 14.25 11",
  "operator/sales": "M2.25 13.75V9.5M6 13.75V6.5M9.75 13.75V8.25M13.5 13.75V2.25",
  "operator/suspensions": `${circle}M3.6 3.6l8.8 8.8`,
  "operator/sign-up": "M6.75 1.75h6.5v12.5h-6.5M1.75 8h7M6.5 5.5 9 8l-2.5 2.5",
}

/** A route's icon in the text's colour; hidden from screen readers, because it repeats the text. */
export function RouteIcon({ id }: { id: string }) {
  const line = lines[id]
  return line ? <LineIcon line={line} /> : null
}

export function LineIcon({ line }: { line: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={16}
      height={16}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={line} />
    </svg>
  )
}
