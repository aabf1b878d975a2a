import type { Settings } from "#config/settings.ts"
import { lazy } from "../transport/lazy.ts"
import type { Params } from "./message.ts"
import { invalidParams, RpcFault, rpcCodes } from "./rpc.ts"
import { instructions, modernVersion, protocolVersion, serverIdentity } from "./server-info.ts"
import { listTools } from "./tool.ts"
import { tools } from "./tools.ts"

/** The sources of a document. None of them belongs to a workspace. */
export interface DocumentSources {
  readonly settings: Settings
  readonly versionDates: readonly string[]
}

export interface Resource {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  text(about: DocumentSources): string
}

/** Answers a method whose result is the same for all callers. The JSON is made once. */
export type StaticMethod = (params: Params) => string

export interface StaticMethods {
  readonly legacy: ReadonlyMap<string, StaticMethod>
  readonly modern: ReadonlyMap<string, StaticMethod>
}

/** The methods of both eras by name. */
export function staticMethods(about: DocumentSources, resources: readonly Resource[]): StaticMethods {
  const { brandName } = about.settings
  const initialized = lazyJson(() => initialization(brandName))
  const discovered = lazyJson(() => discovery(brandName))
  const listedTools = lazyJson(() => ({ tools: listTools(tools) }))
  const listedResources = lazyJson(() => ({ resources: resources.map(({ text, ...listed }) => listed) }))
  const contents = new Map(resources.map((resource) => [resource.uri, lazyJson(() => contentOf(resource, about))]))
  const documents = (missingCode: number): [string, StaticMethod][] => [
    ["tools/list", (params) => onlyPage(params, listedTools)],
    ["resources/list", (params) => onlyPage(params, listedResources)],
    ["resources/templates/list", (params) => onlyPage(params, () => noTemplates)],
    ["resources/read", ({ uri }) => readResource(contents, uri, missingCode)],
  ]
  const initialize: StaticMethod = (params) => {
    if (typeof params.protocolVersion === "string") return initialized()
    throw invalidParams("`protocolVersion` is missing. Send the newest version that you speak.")
  }
  return {
    legacy: new Map([["initialize", initialize], ["ping", () => "{}"], ...documents(rpcCodes.resourceNotFound)]),
    modern: new Map([["server/discover", discovered], ...documents(rpcCodes.invalidParams)]),
  }
}

/** MCP 2025-06-18, lifecycle: "Otherwise, the server MUST respond with another protocol version it supports." */
function initialization(brandName: string): object {
  return {
    protocolVersion,
    capabilities: { tools: {}, resources: {} },
    serverInfo: serverIdentity(brandName),
    instructions: instructions(brandName),
  }
}

/** MCP 2026-07-28, `DiscoverResult`. */
function discovery(brandName: string): object {
  return {
    supportedVersions: [modernVersion],
    capabilities: { tools: {}, resources: {} },
    instructions: instructions(brandName),
  }
}

function contentOf({ uri, mimeType, text }: Resource, about: DocumentSources): object {
  return { contents: [{ uri, mimeType, text: text(about) }] }
}

/** Every list fits on one page, so no cursor leads further. */
function onlyPage({ cursor }: Params, page: () => string): string {
  if (cursor !== undefined && cursor !== null && cursor !== "")
    throw invalidParams("`cursor` is not one of ours. Leave it out: there is only one page.")
  return page()
}

/** Clients ask for templates when a server has resources. */
const noTemplates = '{"resourceTemplates":[]}'

const lazyJson = (make: () => object) => lazy(() => JSON.stringify(make()))

const longestUri = 2_048

function readResource(contents: ReadonlyMap<string, () => string>, uri: unknown, missingCode: number): string {
  if (typeof uri !== "string") throw invalidParams("`uri` is missing. Send one of those that resources/list names.")
  const content = contents.get(uri)
  if (content) return content()
  const data = { uri: uri.slice(0, longestUri) }
  throw new RpcFault(missingCode, "Unknown resource. Use one from resources/list.", { data })
}
