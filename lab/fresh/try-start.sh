# Runs `npm start` until the server answers, stops it as a supervisor does, and looks whether it has ended.
npm start &
npm=$!
from=$(date +%s)
until curl -fsS -o /dev/null "http://127.0.0.1:$PORT/readyz" 2>/dev/null; do
  if ! kill -0 $npm 2>/dev/null; then
    wait $npm
    exit $?
  fi
  sleep 0.2
done
echo "FRESH: up after $(($(date +%s) - from)) s"
curl -fsS -o /dev/null "http://127.0.0.1:$PORT/" || exit 1
kill -TERM $npm
wait $npm
code=$?
if curl -fsS -o /dev/null "http://127.0.0.1:$PORT/readyz" 2>/dev/null; then
  echo 'FRESH: npm has ended, and the server still answers'
  exit 1
fi
echo "FRESH: SIGTERM to npm ended it with code $code"
exit $code
