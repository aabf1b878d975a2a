import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import react from "@vitejs/plugin-react"
import type { InlineConfig } from "vite"
import { oldestBrowsers } from "../../server/src/contract/browsers.ts"

const root = join(import.meta.dirname, "..")
const pages = readdirSync(join(root, "src/pages"))
const hydrated = pages.filter((page) => existsSync(join(root, "src/pages", page, "entry.tsx")))

const shared: InlineConfig = {
  configFile: false,
  root,
  logLevel: "warn",
  plugins: [react()],
}

const browsers = oldestBrowsers.map(({ target }) => target)

const build = {
  manifest: true,
  cssCodeSplit: false,
  assetsInlineLimit: 0,
  reportCompressedSize: false,
  emptyOutDir: true,
  target: browsers,
  cssTarget: browsers,
} as const

/** What every page loads and other scripts share. Files of their own would be larger together, and take more requests. */
const onEveryPage = /preload-helper|src\/(api\/uuid|kit\/(busy|moment|reload-once|stored))\.ts$/

/** Modules that always load together, though bundles of their own would be made of them. */
const groups = [
  { name: "shared", test: onEveryPage },
  { name: "sending", test: /src\/unsent\/(notes|writers)\.ts$/ },
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\/|src\/kit\/(button|house|notice|ready)\.tsx$/ },
]

/** The browser's scripts: those of every page, and React for the pages with an island. */
export function clientBuild(outDir: string): InlineConfig {
  const input = ["src/enhance/enhance.ts", ...hydrated.map((page) => `src/pages/${page}/entry.tsx`)]
  return {
    ...shared,
    // The server writes the HTML documents, with a nonce and without inline scripts; Vite builds only their assets.
    build: {
      ...build,
      outDir,
      license: { fileName: "assets/licenses.txt" },
      rollupOptions: { input, output: { codeSplitting: { groups } } },
      modulePreload: { polyfill: false },
    },
  }
}

/** The buy button, a classic script in one file with a fixed name: other sites contain its address. */
export function buttonBuild(outDir: string): InlineConfig {
  const output = { format: "iife", entryFileNames: "buy.js" } as const
  return {
    ...shared,
    publicDir: false,
    build: {
      ...build,
      manifest: false,
      outDir,
      rollupOptions: { input: "src/buy.ts", output },
      modulePreload: false,
    },
  }
}

/**
 * The server's renderer. Each page is an input, because styles of pages without an island are in no client build; this
 * build's manifest lists them. React is bundled in its production version.
 */
export function serverBuild(outDir: string): InlineConfig {
  const input = ["src/render.tsx", ...pages.map((page) => `src/pages/${page}/page.tsx`)]
  return {
    ...shared,
    define: { "process.env.NODE_ENV": '"production"' },
    ssr: { noExternal: true },
    build: {
      ...build,
      outDir,
      license: true,
      ssr: true,
      ssrEmitAssets: true,
      rollupOptions: { input },
      target: "node24",
    },
  }
}
