import type { Role } from "../../../../server/src/contract/console/route.ts"

export interface PaletteAction {
  readonly id: string
  readonly title: string
  /** Synonyms: other words that find the action. */
  readonly words: string
  /** The weakest role that may do it. Absent: it belongs to no workspace, and is offered everywhere. */
  readonly role?: Role
  /** The page that it opens: of this area, or with `isElsewhere` any path of the service. */
  readonly to?: string
  readonly isElsewhere?: true
  readonly search?: Readonly<Record<string, string>>
  /** The selector of what it focuses and presses, once its page is shown. */
  readonly press?: string
  readonly showsKeys?: true
}

const asForm = { search: { new: "1" } } as const
const asTrash = { search: { trash: "1" } } as const
const mainButton = '[data-main-action] [data-variant="filled"]'
const listSearch = 'main input[type="search"]'

/** Every action of the palette. The page of the assistant without a model offers the first of them. */
export const actions: readonly PaletteAction[] = [
  {
    id: "new-link",
    title: "Create link",
    words: "new short link shorten url",
    role: "member",
    to: "/links",
    ...asForm,
  },
  {
    id: "new-offer",
    title: "Create offer",
    words: "new offer product sell sale price publish",
    role: "member",
    to: "/offers/new",
  },
  {
    id: "upload",
    title: "Upload files",
    words: "add file drive picture video",
    role: "member",
    to: "/drive",
    press: mainButton,
  },
  {
    id: "new-doc",
    title: "Create doc",
    words: "new document note page write",
    role: "member",
    to: "/docs",
    press: mainButton,
  },
  {
    id: "new-invitation",
    title: "Invite people",
    words: "invitation add member team colleague",
    role: "admin",
    to: "/team",
    ...asForm,
  },
  {
    id: "find-purchase",
    title: "Find purchase",
    words: "buyer customer order sale receipt email",
    role: "member",
    to: "/purchases",
    press: listSearch,
  },
  {
    id: "new-upload-link",
    title: "Create upload link",
    words: "new request collect receive files",
    role: "member",
    to: "/drive/upload-links",
    ...asForm,
  },
  { id: "new-folder", title: "New folder", words: "create drive directory", role: "member", to: "/drive", ...asForm },
  {
    id: "import-doc",
    title: "Import doc",
    words: "markdown upload",
    role: "member",
    to: "/docs",
    search: { import: "1" },
  },
  {
    id: "refund",
    title: "Refund purchase",
    words: "money back cancel return order",
    role: "admin",
    to: "/purchases",
    press: listSearch,
  },
  {
    id: "pay-link",
    title: "Copy pay link",
    words: "payment buy checkout share offer price",
    role: "viewer",
    to: "/offers",
  },
  { id: "qr", title: "Get QR code", words: "print short link", role: "viewer", to: "/links" },
  {
    id: "new-gift-code",
    title: "Create gift code",
    words: "new coupon discount voucher",
    role: "admin",
    to: "/gift-codes",
    ...asForm,
  },
  {
    id: "new-domain",
    title: "Add domain",
    words: "new custom dns host",
    role: "admin",
    to: "/settings/domains",
    ...asForm,
  },
  { id: "drive-trash", title: "Drive trash", words: "deleted files restore", role: "viewer", to: "/drive", ...asTrash },
  { id: "doc-trash", title: "Docs trash", words: "deleted restore", role: "viewer", to: "/docs", ...asTrash },
  { id: "link-trash", title: "Links trash", words: "deleted restore", role: "viewer", to: "/links", ...asTrash },
  { id: "ask", title: "Ask assistant", words: "ai chat bot question", role: "viewer", to: "/assistant" },
  { id: "keys", title: "Keyboard shortcuts", words: "keys hotkeys help", showsKeys: true },
  {
    id: "profile",
    title: "Edit profile",
    words: "account name email password passkey picture avatar",
    to: "/account",
    isElsewhere: true,
  },
  {
    id: "new-workspace",
    title: "Create workspace",
    words: "new add switch",
    to: "/workspaces/new",
    isElsewhere: true,
  },
  { id: "dark", title: "Dark theme", words: "mode night appearance colour color", press: '[data-set-theme="dark"]' },
  { id: "light", title: "Light theme", words: "mode day appearance colour color", press: '[data-set-theme="light"]' },
  {
    id: "system",
    title: "System theme",
    words: "mode appearance colour color auto",
    press: '[data-set-theme="system"]',
  },
  { id: "sign-out", title: "Sign out", words: "log out logout exit", press: "[data-menu] form button" },
]
