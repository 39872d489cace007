import { lazy, Suspense } from "react";
import { openPrompt } from "#backoffice/api/prompts.ts";

const SignInSheet = lazy(() => import("#backoffice/sign-in/sign-in-sheet.tsx"));

/** The dialog over a screen that waits for a sign-in. Its code is loaded when it is first needed. */
export function PromptDialog() {
  const prompt = openPrompt.use();
  return (
    prompt && (
      <Suspense>
        <SignInSheet kind={prompt.kind} onClose={prompt.close} />
      </Suspense>
    )
  );
}
