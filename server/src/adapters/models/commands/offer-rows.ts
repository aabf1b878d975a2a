import { type CommandRow, look } from "./row.ts"
import { cited, listed, listIn, money, numberIn, textIn } from "./say.ts"

const line = (one: unknown) => {
  const price = money(numberIn(one, "priceCents"), textIn(one, "currency"))
  const sold = `${numberIn(one, "unitsTaken")} sold`
  return `${cited("offer", one, textIn(one, "title"))}: ${price}, ${textIn(one, "state")}, ${sold}`
}

export const offerRows: CommandRow[] = [
  look(
    "list_offers",
    {
      example: "List my offers",
      shapes: ["list|show [me] [all] [my|our|the] offers", "which|what offers do i|we have", "what do i|we sell"],
    },
    {
      input: () => ({ limit: 100 }),
      say: (result) => listed(listIn(result, "items"), { none: "No offers yet.", some: "Newest first:", line }),
    },
  ),
]
