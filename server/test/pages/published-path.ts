import type { DocNode } from "#contract/docs/doc-node.ts"
import { publishDoc } from "#domains/docs/index.ts"
import { putDoc } from "#test/support/docs/put-doc.ts"
import type { PageWorld } from "#test/support/worlds/page-world.ts"

/** The path of a new public doc. */
export async function publishedPath(world: PageWorld, content: readonly DocNode[]): Promise<string> {
  const id = await putDoc(world, { content })
  const { url } = await world.act("member", publishDoc, { id })
  return new URL(url ?? "").pathname
}
