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

/** What browsers run: what every page may use, and React for the pages that have an island. */
export function clientBuild(outDir: string): InlineConfig {
  const input = ["src/enhance/enhance.ts", ...hydrated.map((page) => `src/pages/${page}/entry.tsx`)]
  return {
    ...shared,
    // The server writes the documents, with a nonce and without inline scripts; Vite only makes what they name.
    build: {
      ...build,
      outDir,
      rollupOptions: { input },
      modulePreload: { polyfill: false },
      target: "baseline-widely-available",
    },
  }
}

/**
 * What the server draws pages with. Each page is an input of its own, since the styles of a page without an island are
 * in no client's graph: the manifest of this build names them. React is bundled, and never its development server.
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
