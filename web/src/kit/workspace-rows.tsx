import { roleInWords } from "./role.ts"
import { Row, Rows } from "./rows.tsx"

interface Props {
  workspaces: { slug: string; name: string; role: string }[]
}

/** The workspaces that a person belongs to, with the ways into them. */
export function WorkspaceRows({ workspaces }: Props) {
  if (workspaces.length === 0) return null
  return (
    <Rows>
      {workspaces.map(({ slug, name, role }) => (
        <Row
          key={slug}
          title={name}
          detail={`${slug} · you are ${roleInWords(role)}`}
          action={
            <>
              <a href={`/${slug}/settings/members`} aria-label={`Members of ${name}`}>
                Members
              </a>
              <a href={`/${slug}/settings/domains`} aria-label={`Domains of ${name}`}>
                Domains
              </a>
              <a href={`/${slug}/settings/channel`} aria-label={`Channel of ${name}`}>
                Channel
              </a>
              <a href={`/${slug}/settings/connected-apps`} aria-label={`Connected apps of ${name}`}>
                Apps
              </a>
            </>
          }
        />
      ))}
    </Rows>
  )
}
