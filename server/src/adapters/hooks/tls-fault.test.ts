import assert from "node:assert/strict"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer as createHttpServer } from "node:http"
import { createServer } from "node:https"
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { getCACertificates, setDefaultCACertificates, type TlsOptions } from "node:tls"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { shell, skipWithout } from "#test/support/processes/programs.ts"
import { openHooks } from "./hook-sender.ts"

interface Issued {
  /** Absent: the certificate signs itself. */
  issuer?: string
  name?: string
  key?: string
}

/** Trusts an authority until the end of the test. Makes certificates with `openssl`. */
function authorities(t: TestContext) {
  const folder = temporaryFolder(t)
  const run = (command: string) => shell(command, {}, folder)
  const read = (file: string) => readFileSync(join(folder, file), "utf8")
  const pairOf = (file: string) => ({ cert: read(`${file}.pem`), key: read(`${file}.key`) })
  const request = (file: string, { issuer, name = file, key = "ec -pkeyopt group:P-256" }: Issued = {}) => {
    const signed = issuer ? `-CA ${issuer}.pem -CAkey ${issuer}.key` : ""
    const names = `-subj /CN=${name} -addext subjectAltName=DNS:${name}`
    run(`openssl req -newkey ${key} -nodes ${names} -x509 ${signed} -days 1 -keyout ${file}.key -out ${file}.pem`)
  }
  for (const root of ["trusted", "foreign"]) {
    request(root)
    request(`${root}-middle`, { issuer: root })
  }
  const former = getCACertificates("default")
  setDefaultCACertificates([...former, read("trusted.pem")])
  t.after(() => setDefaultCACertificates(former))
  let made = 0
  return {
    make(issued: Issued = {}) {
      const file = `leaf${++made}`
      request(file, { name: "localhost", ...issued })
      return pairOf(file)
    },
    /** A certificate with the one of its issuer. */
    makeChain(issuer: string) {
      const { cert, key } = this.make({ issuer })
      return { cert: cert + read(`${issuer}.pem`), key }
    },
    /** A trusted certificate for the first of January. */
    makeFor(year: number) {
      const names = "new_certs_dir=.\ndatabase=index\nserial=serial\nrand_serial=yes\ncopy_extensions=copy"
      writeFileSync(join(folder, "rules"), `[own]\n${names}\ndefault_md=sha256\npolicy=any\n[any]\n`)
      writeFileSync(join(folder, "index"), "")
      this.make()
      const dates = `-startdate ${year}0101000000Z -enddate ${year}0102000000Z`
      const signing = `openssl ca -batch -config rules -name own -cert trusted.pem -keyfile trusted.key ${dates}`
      run(`openssl x509 -x509toreq -copy_extensions copy -in leaf${made}.pem -signkey leaf${made}.key -out request`)
      run(`${signing} -notext -subj /CN=localhost -in request -out leaf${made}.pem`)
      return pairOf(`leaf${made}`)
    },
  }
}

/** Posts a webhook to the server. Returns the status, or the fault. */
async function postTo(t: TestContext, server: Server, totalMs = 15_000) {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const hooks = openHooks({ hosts: "any", isAllowed: (_, to) => to === port, now: Date.now, totalMs })
  t.after(async () => {
    await hooks.close()
    server.close()
  })
  const { status, fault } = await hooks.post({ url: `https://localhost:${port}/`, body: "{}", headers: {} })
  return status ?? fault
}

const weak = "DEFAULT@SECLEVEL=0"
const secure = (options: TlsOptions) => createServer(options, (_, response) => response.end())
const raw = (answer: (socket: Socket) => void) =>
  createTcpServer((socket) => void socket.on("error", () => {}).once("data", () => answer(socket)))

test("a fault of a receiver's certificate or handshake is named", {
  skip: skipWithout(["openssl"]),
}, async (t) => {
  const certificates = authorities(t)
  const own = (issued: Issued = {}) => certificates.make({ issuer: "trusted", ...issued })
  const good = own()
  const asking = { ...good, requestCert: true, rejectUnauthorized: true }
  const receivers: [outcome: unknown, server: Server][] = [
    [200, secure(good)],
    [200, secure(certificates.makeChain("trusted-middle"))],
    [200, secure({ ...good, maxVersion: "TLSv1.2" })],
    ["self_signed", secure(certificates.make())],
    ["expired", secure(certificates.makeFor(2020))],
    ["not_yet_valid", secure(certificates.makeFor(2099))],
    ["wrong_name", secure(own({ name: "other.example" }))],
    ["unknown_issuer", secure(certificates.makeChain("foreign-middle"))],
    ["unknown_issuer", secure(certificates.makeChain("foreign"))],
    ["incomplete_chain", secure(certificates.make({ issuer: "trusted-middle" }))],
    ["bad_certificate", secure({ ...own({ key: "rsa:1024" }), ciphers: weak })],
    ["old_tls", secure({ ...good, minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: weak })],
    ["handshake_refused", secure({ ...good, maxVersion: "TLSv1.2", ciphers: "ECDHE-RSA-AES128-SHA" })],
    ["handshake_refused", secure({ ...asking, maxVersion: "TLSv1.2" })],
    ["handshake_refused", secure({ ...asking, minVersion: "TLSv1.3" })],
    ["plain_http", createHttpServer((_, response) => response.end())],
    ["plain_http", raw((socket) => socket.write("220 mail.example ESMTP\r\n"))],
    ["handshake_cut", raw((socket) => socket.end())],
    ["handshake_cut", raw((socket) => socket.resetAndDestroy())],
    ["unreachable", createServer(good, ({ socket }) => void socket.destroy())],
  ]
  const outcomes = await Promise.all(receivers.map(([, server]) => postTo(t, server)))
  assert.deepEqual(
    outcomes,
    receivers.map(([outcome]) => outcome),
  )
  assert.equal(
    await postTo(
      t,
      raw(() => {}),
      200,
    ),
    "silent",
  )
})
