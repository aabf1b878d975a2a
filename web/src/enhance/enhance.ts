import "./local-times.ts"
import "./menu.ts"
import "./send-once.ts"
import "./sign-out.ts"
import "./theme.ts"
import "./unsent.ts"
import { keepBusy, markReady, whenIdle } from "../kit/loading/busy.ts"
import { watchLoads } from "../kit/loading/reload-once.ts"

/** The scripts of pages without React. Each module handles the elements with its attributes, on any page. */
const { modelContext } = document
const isUsed = (attribute: string) => document.querySelector(`[${attribute}]`) !== null
const end = keepBusy("scripts")
// A page with an island is ready when React has drawn it.
if (!document.getElementById("page-data")) whenIdle(markReady)
watchLoads()
Promise.all([
  modelContext &&
    "offersTools" in document.documentElement.dataset &&
    import("../in-page-tools/register.ts").then(({ offerInPageTools }) => offerInPageTools(modelContext)),
  isUsed("data-passkey") && import("./passkey.ts"),
  isUsed("data-follows") && import("./slug-follows-name.ts"),
  isUsed("data-copy") && import("./samples.ts"),
  isUsed("data-asked-mail") && import("./asked-mail.ts"),
  isUsed("data-try") && import("./try-it.ts"),
]).finally(end)
