import type { Role } from "../../../../server/src/contract/console/route.ts"
import { roleWords } from "../../../../server/src/contract/words.ts"
import { Row, Rows } from "../rows.tsx"

interface Props {
  workspaces: { slug: string; name: string; role: Role }[]
}

export function WorkspaceRows({ workspaces }: Props) {
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
