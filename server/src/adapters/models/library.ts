import type { createAnthropic } from "@ai-sdk/anthropic"

/** Types of the libraries for both wires, from the interface that they share. */
export type LibraryModel = ReturnType<ReturnType<typeof createAnthropic>["languageModel"]>
export type LibraryRequest = Parameters<LibraryModel["doStream"]>[0]
export type LibraryMessage = LibraryRequest["prompt"][number]
export type LibraryTool = NonNullable<LibraryRequest["tools"]>[number]
export type LibraryPart =
  Awaited<ReturnType<LibraryModel["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never
export type PartOf<Type extends LibraryPart["type"]> = Extract<LibraryPart, { type: Type }>
