import { createContext } from "react";

/** Marks the scripts that the program renders, see `script-hashes.ts`; undefined in the browser. */
export const ScriptNonce = createContext<string | undefined>(undefined);
