import type { Sample } from "#contract/pages/developers.ts"

/** A request of the samples, with the values of the operation's examples. */
export interface SampleRequest {
  id: string
  base: string
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: object | undefined
  /** The parts of the path, the query and the body. */
  input: object
  isIdempotent: boolean
  /** The name of a file for a response that is not JSON. */
  file: string | undefined
}

/** One request in three languages; TypeScript with our client, the others with nothing to install. */
export function samplesOf(request: SampleRequest): Sample[] {
  return [
    { language: "sh", title: "curl", code: curl(request) },
    { language: "ts", title: "TypeScript", code: typeScript(request) },
    { language: "py", title: "Python", code: python(request) },
  ]
}

function curl({ url, headers, body, isIdempotent, file }: SampleRequest): string {
  const lines = [
    `curl '${url}'`,
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    isIdempotent && `-H "Idempotency-Key: $(python3 -c 'import uuid; print(uuid.uuid4())')"`,
    body && `-d '${JSON.stringify(body)}'`,
    file && `-o ${file}`,
  ]
  return lines.filter(Boolean).join(" \\\n  ")
}

function typeScript({ id, base, input, file }: SampleRequest): string {
  const call = `await atelier.${id}(${literal(input)})`
  const lines = [
    file && 'import { writeFile } from "node:fs/promises"',
    'import { openClient } from "@atelier/client"\n',
    `const atelier = openClient({ baseUrl: ${JSON.stringify(base)} })`,
    file
      ? `const picture = ${call}\nawait writeFile(${JSON.stringify(file)}, await picture.bytes())`
      : `console.log(${call})`,
  ]
  return lines.filter(Boolean).join("\n")
}

function python({ method, url, headers, body, isIdempotent, file }: SampleRequest): string {
  const imports = [!file && "json", "urllib.request", isIdempotent && "uuid"].filter(Boolean)
  const sent = Object.entries(headers).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`)
  if (isIdempotent) sent.push('    "Idempotency-Key": str(uuid.uuid4()),')
  const lines = [
    ...imports.map((name) => `import ${name}`),
    "",
    `url = ${JSON.stringify(url)}`,
    "headers = {",
    ...sent,
    "}",
    body && `body = json.dumps(${JSON.stringify(body)}).encode()`,
    `request = urllib.request.Request(url, ${body ? "body, " : ""}headers=headers${method === "GET" ? "" : `, method="${method}"`})`,
    "with urllib.request.urlopen(request) as response:",
    file
      ? `    open(${JSON.stringify(file)}, "wb").write(response.read())`
      : "    print(response.status, json.load(response))",
  ]
  return lines.filter((line) => typeof line === "string").join("\n")
}

const literal = (body: object) =>
  `{ ${Object.entries(body)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(", ")} }`
