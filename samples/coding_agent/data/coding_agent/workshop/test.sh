# Says "ok", or what it got instead.
got=$(sh greet.sh Ann)
if [ "$got" = "Hello, Ann!" ]; then
  echo "ok: $got"
else
  echo "not ok: $got"
  exit 1
fi
