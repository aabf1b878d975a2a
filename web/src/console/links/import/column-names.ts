import { type LinkColumn, linkColumnNames } from "../link-table.ts"

/** The names of columns in exports of other services and in people's tables, without case, spaces and signs. */
const known: Readonly<Record<LinkColumn, string>> = {
  destination:
    "longurl longlink destinationurl destinationlink originalurl originallink target targeturl targetlink redirecturl redirectto fullurl ziel zieladresse",
  short_url:
    "shorturl bitlink tinyurl shortaddress shortenedurl shortenedlink secureshorturl brandedlink brandedurl customurl customlink custombitlink custombitlinks rebrandlink vanityurl shorturls smarturl kurzlink",
  slug: "slug key backhalf custombackhalf slashtag shortcode shortid keyword alias customalias customname customslug urlkey linkkey suffix ending path kurzname",
  domain: "shortdomain customdomain domainname host hostname",
  title: "linktitle linkname pagetitle label titel",
  tags: "tag tagnames labels categories category",
  expires_at:
    "expiresat expireson expirein expire expireat expiration expirationdate expirationtime expiry expirydate expirydatetime expiresdate validuntil validto enddate endsat ends end ablauf ablaufdatum",
  click_limit: "maxclicks maxvisits clickslimit visitlimit visitslimit maximumclicks expirationclicks maxuses",
  passes_query:
    "passesquery passquery forwardquery forwardparams forwardparameters queryforwarding passparameters forwardqueryparameters",
  clicks:
    "totalclicks clickcount clickscount clickstotal visits visitcount visitscount totalvisits hits totalhits engagements totalengagements alltimeclicks lifetimeclicks klicks",
  limited_clicks: "",
  created_at:
    "createdat createdon created createddate creationdate creationtime datecreated timecreated timestamp insertedat addedat addedon dateadded erstellt erstelltam",
}

const likely: Readonly<Record<string, LinkColumn>> = {
  ...{ url: "destination", urls: "destination", href: "destination", website: "destination", address: "slug" },
  ...{ link: "short_url", short: "short_url", links: "short_url", code: "slug", hash: "slug", custom: "slug" },
  ...{ name: "title", description: "title", comment: "title", comments: "title", note: "title", notes: "title" },
  ...{ date: "created_at", limit: "click_limit", views: "clicks", until: "expires_at", folder: "tags", group: "tags" },
}

const certain: ReadonlyMap<string, LinkColumn> = new Map(
  (Object.keys(linkColumnNames) as LinkColumn[]).flatMap((column) =>
    [column, linkColumnNames[column], ...known[column].split(" ")].map((name) => [toPlain(name), column] as const),
  ),
)

export interface NamedColumn {
  column: LinkColumn
  isCertain: boolean
}

export function columnOf(header: string): NamedColumn | undefined {
  const plain = toPlain(header)
  const column = certain.get(plain)
  if (column) return { column, isCertain: true }
  return Object.hasOwn(likely, plain) ? { column: likely[plain] as LinkColumn, isCertain: false } : undefined
}

/** Whether a header names addresses of other things, such as pictures. */
export const isOfOtherThing = (header: string): boolean =>
  /image|icon|qr|logo|picture|photo|ios|android|stat|report|preview|api|edit|delete|expired|fallback|error|referr|utm|video|id$/.test(
    toPlain(header),
  )

function toPlain(header: string): string {
  return header
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
}
