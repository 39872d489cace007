export function Footer() {
  return <footer className="mt-24 bg-sand" />;
}
