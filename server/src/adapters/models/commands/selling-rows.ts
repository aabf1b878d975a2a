import { type Finder, look, type Row, type Thing, withOne } from "./row.ts"
import { cited, counted, listed, listIn, momentIn, money, numberIn, textIn } from "./say.ts"

/** The list of offers has no search parameter, so the name is searched here. */
const offers = (result: unknown, name: string): Thing[] =>
  listIn(result, "items")
    .map((offer) => ({ id: String(offer.id), names: [String(offer.title)], all: offer }))
    .filter(({ names: [title = ""] }) => title.toLowerCase().includes(name.toLowerCase()))

const offer: Finder = { tool: "list_offers", input: () => ({ limit: 100 }), found: offers, noun: "offer" }

const priceOf = (one: unknown) => money(numberIn(one, "priceCents"), textIn(one, "currency"))
const offerLine = (one: unknown) =>
  `${cited("offer", one, textIn(one, "title"))}: ${priceOf(one)}, ${textIn(one, "state")}, ${numberIn(one, "unitsTaken")} sold`

const purchaseName = (one: unknown) => `${textIn(one, "title")} for ${textIn(one, "buyerEmail") || "somebody"}`
const purchaseLine = (one: unknown) =>
  `${cited("purchase", one, purchaseName(one))}, ${money(numberIn(one, "chargedCents"), textIn(one, "currency"))}, ${textIn(one, "state")}, ${momentIn(one, "createdAt")}`

const purchases = (result: unknown) =>
  listed(listIn(result, "items"), {
    none: "There are no such purchases.",
    some: "The newest first:",
    line: purchaseLine,
  })

function revenue(result: unknown): string {
  const sums = listIn(result, "currencies").map((one) => {
    const days = listIn(one, "days")
    const sum = (name: string) => days.reduce((all, day) => all + numberIn(day, name), 0)
    return `${money(sum("amountCents"), textIn(one, "currency"))} from ${counted(sum("sales"), "sale")}`
  })
  return sums.length === 0 ? "Nothing was sold in that time." : `Earned: ${sums.join(", ")}.`
}

const dayCounts: Record<string, number> = { today: 1, week: 7, month: 30, year: 366 }

export const sellingRows: Row[] = [
  look(
    "list_offers",
    {
      example: "List my offers",
      shapes: ["list|show [me] [all] [my|our|the] offers", "which|what offers do i|we have", "what do i|we sell"],
    },
    {
      input: () => ({ limit: 100 }),
      say: (result) =>
        listed(listIn(result, "items"), {
          none: "There are no offers yet.",
          some: "The newest first:",
          line: offerLine,
        }),
    },
  ),
  look(
    "list_offers",
    {
      example: "Which offers are published?",
      shapes: [
        "which|what [of] [my|our|the] offers are {state:state}",
        "list|show [me] [all] [my|our|the] {state:state} offers",
      ],
    },
    {
      input: ({ state }) => ({ state, limit: 100 }),
      say: (result) =>
        listed(listIn(result, "items"), { none: "There are none.", some: "The newest first:", line: offerLine }),
    },
  ),
  withOne(
    offer,
    {
      tool: "get_offer",
      example: "Show the offer Studio palette",
      shapes: ["show|open [me] [the|my|our] offer {thing}", "what does|is [the|my|our] offer {thing} cost"],
    },
    {
      input: ({ id }) => ({ id }),
      say: (result) => {
        const names = listIn(result, "files").map((file) => textIn(file, "name"))
        const address = textIn(result, "payUrl")
        return `${offerLine(result)}. ${counted(names.length, "file")}${names.length > 0 ? ` (${names.slice(0, 10).join(", ")})` : ""}.${address && ` It is sold at ${address}.`}`
      },
    },
  ),
  look(
    "list_purchases",
    {
      example: "List my sales",
      shapes: [
        "list|show [me] [all] [my|our|the] [last|latest|newest] sales|purchases|orders",
        "who bought something|anything [lately]",
        "what did i|we sell [lately]",
      ],
    },
    { input: () => ({ isBought: true }), say: purchases },
  ),
  look(
    "list_purchases",
    {
      example: "What did bo@example.com buy?",
      shapes: [
        "what did|has {mail:mail} buy|bought",
        "list|show [me] [all] [the] sales|purchases|orders of|from|by|to {mail:mail}",
      ],
    },
    { input: ({ mail }) => ({ buyerEmail: mail }), say: purchases },
  ),
  look(
    "get_purchase",
    {
      example: "Show the purchase purchase_3kTMd0cQxVb2rWn8LzYp5H",
      shapes: ["show|open [me] [the] purchase|sale|order {id:id}"],
    },
    { input: ({ id }) => ({ id }), say: purchaseLine },
  ),
  look(
    "get_revenue",
    {
      example: "How much did I earn this month?",
      shapes: [
        "how much [money] did|have i|we earn|earned|make|made [in] [the] [this|last|past] [{span:span}]",
        "what is|was my|our|the revenue [of|in|for] [the] [this|last|past] [{span:span}]",
      ],
    },
    { input: ({ span = "month" }) => ({ days: dayCounts[span] ?? 30 }), say: revenue },
  ),
  look(
    "get_revenue",
    {
      example: "How much did I earn in the last 14 days?",
      shapes: [
        "how much [money] did|have i|we earn|earned|make|made in the last|past {days:count} days",
        "show|what [me] [is] [my|our|the] revenue of|in the last|past {days:count} days",
      ],
    },
    { input: ({ days }) => ({ days: Math.min(Number(days), 366) }), say: revenue },
  ),
]
