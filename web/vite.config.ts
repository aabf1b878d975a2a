import { readdirSync } from "node:fs"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

/** Every folder of `src/pages` with an `entry.tsx` is a page; its name is the page's id in the server's table. */
const entries = readdirSync(new URL("src", import.meta.url), { recursive: true, encoding: "utf8" })
  .filter((file) => /^pages[\\/][a-z-]+[\\/]entry\.tsx$/.test(file))
  .map((file) => `src/${file.replaceAll("\\", "/")}`)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The server writes the documents, with a nonce and without inline scripts; Vite only makes what they name.
  build: {
    manifest: true,
    rollupOptions: { input: entries },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "baseline-widely-available",
    reportCompressedSize: false,
  },
})
