import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { countSitemaps } from "./sitemap-store.ts"

/** How many sitemaps there are of each kind. */
export const countListedPages = publicAction({
  input: z.object({}),
  output: z.object({ sellers: z.int(), offers: z.int() }),
  async run(cx) {
    return { sellers: await countSitemaps(cx, "sellers"), offers: await countSitemaps(cx, "offers") }
  },
})
