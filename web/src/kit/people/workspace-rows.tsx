import type { Role } from "../../../../server/src/contract/console/route.ts"
import { roleWords } from "../../../../server/src/contract/words.ts"
import { Row, Rows } from "../section.tsx"

export function WorkspaceRows({ workspaces }: { workspaces: { slug: string; name: string; role: Role }[] }) {
  if (workspaces.length === 0) return null
  return (
    <Rows>
      {workspaces.map(({ slug, name, role }) => (
        <Row
          key={slug}
          title={<a href={`/${slug}`}>{name}</a>}
          detail={`${slug} · ${roleWords[role]}`}
          action={
            <a href={`/${slug}/team`} aria-label={`Members of ${name}`}>
              Members
            </a>
          }
        />
      ))}
    </Rows>
  )
}
