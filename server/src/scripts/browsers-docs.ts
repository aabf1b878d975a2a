import type { oldestBrowsers } from "#contract/browsers.ts"

/** Returns the text of docs/browsers.md. */
export function browsersDocs(oldest: typeof oldestBrowsers): string {
  const rows = oldest.map(({ name, version }) => `| ${name} | ${version} |`)
  return `# Browsers

The workspace and the public pages work in these browsers and in newer ones.

| Browser | At least |
|---|---|
${rows.join("\n")}

An older browser gets a sentence at the top of each page that needs scripts. It says which browsers work.

The builds are compiled for these browsers. \`npm run test:all\` compares the built files with the features that browsers have (\`@mdn/browser-compat-data\`). It runs journeys in Chromium, Firefox and WebKit, and once more in Chromium without what one of these browsers lacks.

This page is made from \`server/src/contract/browsers.ts\` by \`npm run docs\`.
`
}
