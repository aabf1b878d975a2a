import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { parse } from "#access/parse.ts"
import { formatAmount } from "#contract/currencies.ts"
import type { Cited, Fact } from "#contract/shown.ts"
import {
  addOfferFile,
  archiveOffer,
  createOffer,
  editOffer,
  getOwnOffer,
  pauseOffer,
  publishOffer,
  removeOfferFile,
  resumeOffer,
} from "#domains/handover/index.ts"
import { idInput } from "#kernel/id-input.ts"
import { aboutFiles } from "./about-file.ts"
import { type Look, writingTool } from "./tool.ts"

type Offer = z.output<typeof getOwnOffer.output>

export const citedOffer = ({ id, title }: { id: string; title: string }): Cited => ({
  kind: "offer",
  id,
  title,
  path: `/offers/${id}`,
})

async function aboutOffer(look: Look, id: string | undefined): Promise<Fact[]> {
  const offer = id === undefined ? undefined : await look(getOwnOffer, { id })
  return offer ? factsOf(offer) : []
}

const factsOf = (offer: Offer): Fact[] => [
  { label: "Offer", value: offer.title, path: citedOffer(offer).path },
  { label: "Price", value: formatAmount(offer.priceCents, offer.currency) },
  { label: "State", value: offer.state },
]

const filesOf = ({ files }: Offer): Fact[] => [{ label: "Files", value: files.map(({ name }) => name).join(", ") }]

const { id: _id, ...terms } = editOffer.input.shape

const save = workspaceAction("member", "console", {
  changes: ["offers"],
  input: z.strictObject({ id: idInput.optional(), ...terms, fileIds: createOffer.input.shape.fileIds }),
  output: editOffer.output,
  run: (cx, { id, fileIds, ...given }) =>
    id === undefined
      ? createOffer.run(cx, parse(createOffer.input, { ...given, fileIds }))
      : editOffer.run(cx, { id, ...given }),
})

const states = { published: publishOffer, paused: pauseOffer, archived: archiveOffer } as const

const setState = workspaceAction("member", "console", {
  changes: ["offers"],
  input: z.strictObject({ id: idInput, state: z.enum(["published", "paused", "archived"]) }),
  output: editOffer.output,
  async run(cx, { id, state }) {
    const isResumed = state === "published" && (await getOwnOffer.run(cx, { id })).state === "paused"
    return (isResumed ? resumeOffer : states[state]).run(cx, { id })
  },
})

const soldTerms = Object.keys(terms)

/** Tools that change offers. Buyers see most of what they change at once, so they ask each time. */
export const offerTools = [
  writingTool("edit_offer", "Edit an offer", {
    description:
      "Changes the given fields of an offer. Without `id`, creates a draft with a title, a price, a currency and files.",
    action: save,
    asksBecause: "Buyers see the change at once if the offer is on sale.",
    needs: ({ id, fileIds }) =>
      id !== undefined && Array.isArray(fileIds) && fileIds.length > 0
        ? "Add files to an existing offer with `add_offer_file`."
        : undefined,
    about: (look, { id }) => aboutOffer(look, id),
    seen: (offer) => [citedOffer(offer)],
    summary: ({ title }, { id }) => (id === undefined ? `Created the offer ${title}` : `Updated the offer ${title}`),
    facts: factsOf,
    undo: {
      look: { tool: "get_offer", of: ({ id }, offer) => ((id ?? offer?.id) ? { id: id ?? offer?.id } : undefined) },
      fields: [...soldTerms, "state"],
      step: ({ id, fileIds: _files, ...changed }, offer, before) => {
        if (id === undefined) return { tool: "set_offer_state", arguments: { id: offer.id, state: "archived" } }
        const former = Object.keys(changed).map((name) => [name, before?.[name] ?? null])
        return before && { tool: "edit_offer", arguments: { id, ...Object.fromEntries(former) } }
      },
    },
  }),
  writingTool("set_offer_state", "Publish, pause or archive an offer", {
    description: "Puts an offer on sale, also after a pause (`published`), pauses its sale, or ends it (`archived`).",
    action: setState,
    asksBecause: "It decides whether the offer can be bought.",
    about: (look, { id }) => aboutOffer(look, id),
    seen: (offer) => [citedOffer(offer)],
    summary: ({ title, state }) => `${title} is now ${state}`,
    facts: factsOf,
    undo: {
      look: { tool: "get_offer", of: ({ id }) => ({ id }) },
      fields: ["state"],
      step: ({ id, state }, _, before) => {
        if (before === undefined || before.state === state) return undefined
        if (before.state === "draft") return "An offer can't become a draft again. Archive it instead."
        if (before.state === "paused" && state === "archived") return "Publish the offer again, then pause it."
        return { tool: "set_offer_state", arguments: { id, state: before.state } }
      },
    },
  }),
  writingTool("add_offer_file", "Add a file to an offer", {
    description: "Adds a file of the drive to an offer.",
    action: addOfferFile,
    asksBecause: "Buyers get the file, also those of a published offer.",
    about: async (look, { offerId, fileId }) => [
      ...(await aboutOffer(look, offerId)),
      ...(await aboutFiles(look, [fileId])),
    ],
    words: "outsiders",
    seen: (offer) => [citedOffer(offer)],
    summary: ({ title }) => `Added a file to ${title}`,
    facts: filesOf,
    undo: {
      look: { tool: "get_offer", of: ({ offerId }) => ({ id: offerId }) },
      fields: ["files"],
      step: ({ offerId, fileId }, { files }) => {
        const key = files.find((file) => file.fileId === fileId)?.key
        return key === undefined ? undefined : { tool: "remove_offer_file", arguments: { offerId, key } }
      },
    },
  }),
  writingTool("remove_offer_file", "Remove a file from an offer", {
    description: "Removes a file from an offer, by its `key` there. Former buyers keep it.",
    action: removeOfferFile,
    asksBecause: "Later buyers don't get the file.",
    about: (look, { offerId }) => aboutOffer(look, offerId),
    words: "outsiders",
    seen: (offer) => [citedOffer(offer)],
    summary: ({ title }) => `Removed a file from ${title}`,
    facts: filesOf,
    undo: {
      look: { tool: "get_offer", of: ({ offerId }) => ({ id: offerId }) },
      fields: ["files"],
      step: ({ offerId, key }, _, before) => {
        const removed = (before as Offer | undefined)?.files.find((file) => file.key === key)
        return removed && { tool: "add_offer_file", arguments: { offerId, fileId: removed.fileId, name: removed.name } }
      },
    },
  }),
]
