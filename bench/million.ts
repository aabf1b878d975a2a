import { fill, numbersTo } from "./database.ts"
import type { BenchRow } from "./row.ts"
import { startService } from "./servers.ts"
import { type MeasuredThroughput, measurePaths, paths } from "./throughput.ts"

/** The same ratios with a million workspaces, offers and purchases in the tables, compared with almost none. */
export async function millionRows(few: Map<string, MeasuredThroughput>): Promise<BenchRow[]> {
  const service = await startService()
  await fill(service, aMillion)
  const many = await measurePaths(service)
  await service.stop()
  return paths
    .filter(({ path }) => !path.startsWith("/api/og"))
    .map(({ name }) => {
      const slower = (few.get(name)?.ratio ?? 0) / (many.get(name)?.ratio ?? 0)
      return { name: `${name}: few rows to a million`, value: slower, unit: "×", atMost: 1.3 }
    })
}

const numbers = numbersTo(1_000_000)

const aMillion = `
  ${numbers}
    insert into workspaces (id, slug, name, created_at) select 'workspace_m' || i, 'million-' || i, 'Workspace ' || i, i from n;
  insert into directory (kind, key, workspace_id) select 'workspace', slug, id from workspaces where id like 'workspace_m%';
  ${numbers}
    insert into offers (id, workspace_id, key, short_key, title, price_cents, currency, state, created_at, updated_at)
    select 'offer_m' || i, 'workspace_m' || i, 'offer', 'm' || i, 'Offer ' || i, 1900, 'USD', 'published', i, i from n;
  insert into directory (kind, key, workspace_id) select 'pay_key', short_key, workspace_id from offers where id like 'offer_m%';
  ${numbers}
    insert into files (id, workspace_id, name, content_type, size_bytes, sha256, blob_key, created_at)
    select 'file_m' || i, 'workspace_m' || i, 'file.txt', 'text/plain', 1, '', 'blob_m' || i, i from n;
  ${numbers}
    insert into offer_files (id, workspace_id, offer_id, file_id, name, position)
    select 'offer_file_m' || i, 'workspace_m' || i, 'offer_m' || i, 'file_m' || i, 'file.txt', 0 from n;
  ${numbers}
    insert into purchases (id, workspace_id, offer_id, buyer_email, state, price_cents, discount_cents, amount_cents, currency, snapshot, checkout_session_id, created_at, updated_at)
    select 'purchase_m' || i, 'workspace_m' || i, 'offer_m' || i, 'buyer' || i || '@example.com', 'fulfilled', 1900, 0, 1900, 'USD', '{}', 'cs_m' || i, i, i from n;`
