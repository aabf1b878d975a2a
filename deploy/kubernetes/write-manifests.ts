/** `npm run -s kubernetes -- <image of the service> <image of the tools>`: prints the manifests as YAML. */
import { stringify } from "yaml"
import { manifests } from "./manifests.ts"

/** Tags can be moved to another image; a digest cannot. */
const byDigest = /^[\w.:/-]+@sha256:[0-9a-f]{64}$/

const [service = "", tools = "", ...rest] = process.argv.slice(2)
if (byDigest.test(service) && byDigest.test(tools) && rest.length === 0) {
  const documents = manifests({ service, tools }).map((manifest) =>
    stringify(manifest, { aliasDuplicateObjects: false }),
  )
  process.stdout.write(documents.join("---\n"))
} else {
  process.stderr.write(
    "Name both images by their digests: npm run -s kubernetes -- <service>@sha256:… <tools>@sha256:…\n",
  )
  process.exitCode = 1
}
