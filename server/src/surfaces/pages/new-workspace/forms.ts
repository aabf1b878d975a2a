import { perform } from "#access/perform.ts"
import { acceptInvitation, createWorkspace, restoreWorkspace } from "#domains/workspaces/index.ts"
import type { Form } from "../form.ts"
import { ownPath } from "../own-path.ts"

export const workspaceForms: readonly Form[] = [
  {
    path: "/workspaces/new",
    needs: "person",
    page: "new-workspace",
    take: async ({ app, caller, fields }) => {
      const { slug } = await perform({ app, caller }, createWorkspace, { name: fields.name, slug: fields.slug })
      return { to: ownPath(fields.return_to, `/${slug}`) }
    },
  },
  {
    path: "/workspaces/trash",
    needs: "person",
    page: "trashed-workspaces",
    take: async ({ app, caller, fields }) => {
      const { slug } = await perform({ app, caller }, restoreWorkspace, { slug: fields.slug })
      return { to: `/${slug}` }
    },
  },
  {
    path: "/invitations/:token",
    needs: "person",
    page: "invitation",
    take: async ({ app, caller, params }) => {
      const { workspaceSlug } = await perform({ app, caller }, acceptInvitation, { token: params.token })
      return { to: `/${workspaceSlug}` }
    },
  },
]
