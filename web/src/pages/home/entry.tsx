import { offerInPageTools } from "../../in-page-tools/register.ts"
import { mountPage } from "../../mount.tsx"
import { HomePage } from "./page.tsx"

mountPage("home", HomePage)
offerInPageTools()
