// The reference library on the same files: `java -cp config.jar PeerSpeed.java FOLDER` reads them, warms up, and prints how
// many characters they have. Then each line on the standard input is a number of passes, and the seconds they took are
// printed, so that whoever asks can measure something else in between. Includes are left out: no disk is in the figure.
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

public class PeerSpeed {
  static final int WARM_UP = 150;
  static int kept = 0;

  public static void main(String[] args) throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(Path.of(args[0]))) {
      for (Path path : (Iterable<Path>) paths.filter(p -> p.toString().endsWith(".hocon"))::iterator) {
        texts.add(Files.readString(path));
      }
    }
    pass(texts, WARM_UP);
    System.out.println(texts.stream().mapToLong(String::length).sum());
    BufferedReader asked = new BufferedReader(new InputStreamReader(System.in));
    for (String line = asked.readLine(); line != null; line = asked.readLine()) {
      long started = System.nanoTime();
      pass(texts, Integer.parseInt(line));
      System.out.println((System.nanoTime() - started) / 1e9);
    }
    System.err.println(kept);
  }

  static void pass(List<String> texts, int times) {
    for (int time = 0; time < times; time++) pass(texts);
  }

  static void pass(List<String> texts) {
    ConfigParseOptions parsing = ConfigParseOptions.defaults().setIncluder(new NoIncludes());
    ConfigResolveOptions resolving = ConfigResolveOptions.noSystem().setAllowUnresolved(true);
    for (String text : texts) {
      try {
        Config config = ConfigFactory.parseString(text, parsing).resolve(resolving);
        kept += config.root().size();
      } catch (ConfigException refused) {
        kept += 1;
      }
    }
  }

  static class NoIncludes implements ConfigIncluder {
    @Override
    public ConfigIncluder withFallback(ConfigIncluder fallback) {
      return this;
    }

    @Override
    public ConfigObject include(ConfigIncludeContext context, String what) {
      return ConfigFactory.empty().root();
    }
  }
}
