import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { workspaceRoutes } from "../../../../server/src/contract/console/workspace-routes.ts"

interface Props {
  to: string
  search?: Readonly<Record<string, string>>
  children: ReactNode
}

/** A link to a workspace page; plain text if that page does not exist. */
export function PageLink({ to, search = {}, children }: Props) {
  if (!workspaceRoutes.some(({ path }) => path === to)) return children
  return (
    <Link to={to} search={search as never}>
      {children}
    </Link>
  )
}
