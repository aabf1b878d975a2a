import { queryOptions, useQuery } from "@tanstack/react-query"
import { Link as RouterLink } from "@tanstack/react-router"
import { linkedKinds } from "../../../../../server/src/contract/docs/linked-kinds.ts"
import styles from "../../../kit/text/doc-text.module.css"
import { keyOf, useRead } from "../../ask.ts"
import { type AnswerOf, ask, type InputOf } from "../../calls.ts"
import { RouteIcon } from "../../ui/icons.tsx"

export type LinkedKind = Linked["kind"]

export const isLinkedKind = (kind: unknown): kind is LinkedKind => linkedKinds.some((known) => known === kind)

/** The word for a kind, before a title. */
export const kindWords: Readonly<Record<LinkedKind, string>> = {
  doc: "Doc",
  file: "File",
  folder: "Folder",
  link: "Link",
  offer: "Offer",
}

/** The page of each kind. */
const routeOf: Readonly<Record<LinkedKind, (ref: string) => { to: string; search?: Record<string, string> }>> = {
  doc: (ref) => ({ to: `/docs/${ref}` }),
  file: (ref) => ({ to: "/drive", search: { open: ref } }),
  folder: (ref) => ({ to: "/drive", search: { folder: ref } }),
  link: (ref) => ({ to: "/links", search: { open: ref } }),
  offer: (ref) => ({ to: `/offers/${ref}` }),
}

interface Props {
  kind: LinkedKind
  of: string
  /** The thing's title when the link was made. */
  label: string
}

/** A link to another thing of the workspace, by its current title. */
export function ObjectLink({ kind, of, label }: Props) {
  const found = useLinked({ kind, ref: of })
  if (found?.title === null) {
    return (
      <span className={styles.gone} title={`This ${kindWords[kind].toLowerCase()} was deleted.`}>
        {label || "Deleted item"}
      </span>
    )
  }
  const { to, search = {} } = routeOf[kind](of)
  return (
    <RouterLink className={styles.object ?? ""} to={to} search={search as never} title={kindWords[kind]}>
      {found?.emoji ?? <RouteIcon id={icons[kind]} />} <bdi>{found?.title ?? label}</bdi>
    </RouterLink>
  )
}

const icons: Readonly<Record<LinkedKind, string>> = {
  doc: "docs",
  file: "docs",
  folder: "drive",
  link: "links",
  offer: "offers",
}

type Linked = InputOf<"resolve-links">["links"][number]
type Found = AnswerOf<"resolve-links">["items"][number]

/** The current title of a thing: undefined until loaded, `title: null` if it was deleted. */
function useLinked({ kind, ref }: Linked): Found | undefined {
  return useQuery(linkedQuery({ kind, ref })).data
}

/** Each link has its own cache entry; simultaneous look-ups are batched into one request. */
const linkedQuery = (linked: Linked) =>
  queryOptions({
    queryKey: keyOf({ name: "resolve-links", input: { ...linked } }),
    queryFn: () => askTogether(linked),
    retry: false,
  })

interface Waiting {
  linked: Linked
  resolve(found: Found): void
  reject(error: unknown): void
}

/** The most look-ups per request. */
const most = 200
let waiting: Waiting[] = []

function askTogether(linked: Linked): Promise<Found> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) queueMicrotask(askAll)
    waiting.push({ linked, resolve, reject })
  })
}

function askAll(): void {
  const asked = waiting
  waiting = []
  for (let at = 0; at < asked.length; at += most) askSome(asked.slice(at, at + most))
}

async function askSome(asked: readonly Waiting[]): Promise<void> {
  try {
    const { items } = await ask("resolve-links", { links: asked.map(({ linked }) => linked) })
    for (const [at, { resolve, linked }] of asked.entries()) {
      resolve(items[at] ?? { ...linked, title: null, emoji: null })
    }
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}

export function DriveFile({ file, name }: { file: string; name: string }) {
  return <ObjectLink kind="file" of={file} label={name} />
}

/** A preview URL is valid for an hour. */
const staleTime = 50 * 60_000

/** A picture of the drive, or its alternative text if it cannot be shown. */
export function DrivePicture({ file, alt }: { file: string; alt: string }) {
  const { data, error } = useRead(
    "preview-file",
    { id: file },
    { staleTime, retry: false, refetchOnWindowFocus: false, enabled: file !== "" },
  )
  if (data?.kind === "image") return <img className={styles.picture} src={data.url} alt={alt} />
  if (!data && !error) return <span className={styles.waiting} />
  return <span className={styles.gone}>{alt ? `Image: ${alt}` : "Deleted image"}</span>
}

interface MentionProps {
  account: string
  /** The member's name when they were mentioned. */
  label: string
}

/** A mention of a member by their current name. */
export function Mention({ account, label }: MentionProps) {
  const { data } = useRead("list-members", {})
  const member = data?.items.find(({ accountId }) => accountId === account)
  return (
    <span className={styles.mention} data-own={member?.isCaller || undefined}>
      @<bdi>{member ? member.name || member.email : label}</bdi>
    </span>
  )
}
