import { type JsonFields, jsonFields } from "./json.ts"

/** Keeps the versions that a server names: in `server/discover`, in `initialize`, or in an error about them. */
export function noteVersions({ result, error }: JsonFields, taken: { versions: readonly string[] }): void {
  const { supportedVersions, protocolVersion } = jsonFields(result) ?? {}
  const { supported } = jsonFields(jsonFields(error)?.data) ?? {}
  const named = [supportedVersions ?? supported ?? protocolVersion ?? []].flat()
  const versions = named.filter((one): one is string => typeof one === "string" && /^[\w.-]{1,32}$/.test(one))
  if (versions.length > 0) taken.versions = versions.slice(0, 10)
}
