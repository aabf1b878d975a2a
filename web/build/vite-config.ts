import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import react from "@vitejs/plugin-react"
import type { InlineConfig } from "vite"

const root = join(import.meta.dirname, "..")
const pages = readdirSync(join(root, "src/pages"))
const hydrated = pages.filter((page) => existsSync(join(root, "src/pages", page, "entry.tsx")))

const shared: InlineConfig = {
  configFile: false,
  root,
  logLevel: "warn",
  plugins: [react()],
}

const build = {
  manifest: true,
  cssCodeSplit: false,
  assetsInlineLimit: 0,
  reportCompressedSize: false,
  emptyOutDir: true,
} as const

/** What every page loads and other scripts share. Files of their own would be larger together, and take more requests. */
const onEveryPage = /preload-helper|src\/(api\/passkey|kit\/(busy|moment|reload-once|stored))\.ts$/

/** The browser's scripts: those of every page, and React for the pages with an island. */
export function clientBuild(outDir: string): InlineConfig {
  const input = ["src/enhance/enhance.ts", ...hydrated.map((page) => `src/pages/${page}/entry.tsx`)]
  return {
    ...shared,
    // The server writes the HTML documents, with a nonce and without inline scripts; Vite builds only their assets.
    build: {
      ...build,
      outDir,
      rollupOptions: { input, output: { codeSplitting: { groups: [{ name: "shared", test: onEveryPage }] } } },
      modulePreload: { polyfill: false },
      target: "baseline-widely-available",
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
      target: "baseline-widely-available",
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
    build: { ...build, outDir, ssr: true, ssrEmitAssets: true, rollupOptions: { input }, target: "node24" },
  }
}
